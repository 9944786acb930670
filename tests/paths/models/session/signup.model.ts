import type { SnapshotFrom } from 'xstate';
import { type SignupForm, signupMachine } from '#machines/session/signup.machine.ts';
import { defineModel } from 'chart-walks';

type Snapshot = SnapshotFrom<typeof signupMachine>;
type Event = Parameters<Snapshot['can']>[0];

const PARTNER = 'active911';
const FIELDS = ['firstName', 'lastName', 'organization', 'orgLogin', 'orgPassword'] as const;

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
  // Later fields are empty as well: one thing is asked for after the other.
  const without = (field: keyof SignupForm): Event => ({
    type: 'registration.requested',
    form: {
      ...form,
      ...Object.fromEntries(
        FIELDS.slice(FIELDS.indexOf(field)).flatMap((name) => (name === 'organization' ? [] : [[name, ' ']])),
      ),
    },
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
  accepts: { '': 'form' },
  tags: { busy: 'registering', succeeded: 'registered | left' },
  leads: {
    form: 'chooses | registers without',
    registering: 'registers',
    registered: 'after 1000 ms',
    left: 'after 2000 ms',
  },
  does: { 'navigation.requested': 'after 2000 ms' },
  keeps: { organization: 'chooses' },
  changes: {
    organization: 'after | chooses an | chooses no',
    problem: 'registers without | registers',
  },
  never: {
    'another complaint than about the first field that is missing': ({ events, snapshot: { context } }) => {
      const { form } = (events[0] ?? {}) as { form?: SignupForm };
      return (
        form !== undefined && (context.problem?.field ?? null) !== (FIELDS.find((name) => !form[name].trim()) ?? null)
      );
    },
    'a form that is not empty once there is an account': ({ snapshot }) =>
      snapshot.hasTag('succeeded') && snapshot.context.organization !== '',
    'a call: nothing is asked of the host': ({ effects }) => effects.some(({ kind }) => kind === 'request'),
  },
});
