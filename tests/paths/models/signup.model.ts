import { type SignupForm, signupMachine } from '#machines/signup.machine.ts';
import { defineModel } from '../engine/model.ts';

const complete: SignupForm = {
  firstName: 'Ada',
  lastName: 'Byron',
  organization: 'Harbour Watch',
  orgLogin: 'harbour',
  orgPassword: 'tide and time',
};
const without = (field: keyof SignupForm) =>
  ({ type: 'registration.requested', form: { ...complete, [field]: ' ' } }) as const;

export const signupModel = defineModel(signupMachine)({
  events: () => ({
    'chooses an organization': { type: 'organization.chosen', organization: complete.organization },
    'registers without a first name': without('firstName'),
    'registers without a last name': without('lastName'),
    'registers without an organization': without('organization'),
    'registers without the organization login': without('orgLogin'),
    'registers without the organization password': without('orgPassword'),
    registers: { type: 'registration.requested', form: complete },
  }),
  key: ({ snapshot: { context } }) => ({
    organization: context.organization !== '',
    problem: context.problem?.field ?? null,
  }),
});
