import type { SnapshotFrom } from 'xstate';
import { type SignupForm, signupMachine } from '#machines/session/signup.machine.ts';
import { defineModel } from '../../engine/model.ts';

type Snapshot = SnapshotFrom<typeof signupMachine>;
type Event = Parameters<Snapshot['can']>[0];

const PARTNER = 'active911';

/** The form as a person can fill it in: without an organization there are no fields for its login. */
function formOf({ context: { organization } }: Snapshot): SignupForm {
  const isChosen = organization !== '';
  return {
    firstName: 'Ada',
    lastName: 'Byron',
    organization,
    orgLogin: isChosen ? 'harbour' : '',
    orgPassword: isChosen ? 'tide and time' : '',
  };
}

function eventsOf(snapshot: Snapshot): Record<string, Event> {
  const form = formOf(snapshot);
  const without = (field: keyof SignupForm): Event => ({
    type: 'registration.requested',
    form: { ...form, [field]: ' ' },
  });
  const always = {
    'registers without a first name': without('firstName'),
    'registers without a last name': without('lastName'),
  };
  if (form.organization === '') {
    return {
      ...always,
      'chooses an organization': { type: 'organization.chosen', organization: PARTNER },
      'registers without an organization': { type: 'registration.requested', form },
    };
  }
  return {
    ...always,
    'chooses no organization': { type: 'organization.chosen', organization: '' },
    'registers without the organization login': without('orgLogin'),
    'registers without the organization password': without('orgPassword'),
    registers: { type: 'registration.requested', form },
  };
}

export const signupModel = defineModel(signupMachine)({
  events: ({ snapshot }) => eventsOf(snapshot),
  key: ({ snapshot: { context } }) => ({
    organization: context.organization !== '',
    problem: context.problem?.field ?? null,
  }),
  never: {
    'an account for a form that lacks something': ({ before, snapshot, label }) =>
      before.matches('form') && !snapshot.matches('form') && label !== 'registers',
    'a call: nothing is asked of the host': ({ effects }) => effects.some(({ kind }) => kind === 'request'),
    'the sign-in page before the success was told': ({ before, effects }) =>
      effects.some(({ kind }) => kind === 'emitted') && !before.hasTag('succeeded'),
  },
});
