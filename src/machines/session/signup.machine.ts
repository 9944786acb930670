import { assign, emit, setup } from 'xstate';
import { SIGNUP_REDIRECT_DELAY, SIGNUP_SIMULATED_DELAY } from '#common/config/constants.ts';
import { paths } from '#common/config/paths.ts';
import { messages } from '../shared/messages.ts';

/** The form's fields, in the order of their validation (`s5.signup.order`). */
export type SignupField = 'firstName' | 'lastName' | 'organization' | 'orgLogin' | 'orgPassword';

/** Fields of the form as the user filled them in. */
export type SignupForm = Record<SignupField, string>;

/**
 * The sign-up form (`s2.signup.*`, `s5.signup.*`): five validations in order, one second in which nothing is called, the success message over a form that is
 * empty again, and the sign-in page two seconds later. The typed text is validated and stored nowhere; only the chosen organization stays, since it decides
 * which fields there are.
 */
export const signupMachine = setup({
  types: {
    context: {} as { organization: string; problem: { field: SignupField; text: string } | null },
    events: {} as
      | { type: 'organization.chosen'; organization: string }
      | { type: 'registration.requested'; form: SignupForm },
    emitted: {} as { type: 'navigation.requested'; to: string },
    tags: {} as 'busy' | 'succeeded',
  },
  actions: {
    keepOrganization: assign({ organization: (_, params: { organization: string }) => params.organization }),
    clearOrganization: assign({ organization: '' }),
    askFor: assign({
      problem: (_, params: { field: SignupField }) => ({ field: params.field, text: messages.signup[params.field] }),
    }),
    clearProblem: assign({ problem: null }),
    goToLogin: emit({ type: 'navigation.requested', to: paths.login() }),
  },
  guards: { isEmpty: (_, params: { value: string }) => params.value.trim() === '' },
  delays: { signupSimulated: SIGNUP_SIMULATED_DELAY, signupRedirect: SIGNUP_REDIRECT_DELAY },
}).createMachine({
  id: 'signup',
  context: { organization: '', problem: null },
  initial: 'form',
  states: {
    form: {
      on: {
        'organization.chosen': {
          actions: { type: 'keepOrganization', params: ({ event }) => event },
        },
        'registration.requested': [
          {
            guard: { type: 'isEmpty', params: ({ event }) => ({ value: event.form.firstName }) },
            actions: { type: 'askFor', params: { field: 'firstName' } },
          },
          {
            guard: { type: 'isEmpty', params: ({ event }) => ({ value: event.form.lastName }) },
            actions: { type: 'askFor', params: { field: 'lastName' } },
          },
          {
            guard: { type: 'isEmpty', params: ({ event }) => ({ value: event.form.organization }) },
            actions: { type: 'askFor', params: { field: 'organization' } },
          },
          {
            guard: { type: 'isEmpty', params: ({ event }) => ({ value: event.form.orgLogin }) },
            actions: { type: 'askFor', params: { field: 'orgLogin' } },
          },
          {
            guard: { type: 'isEmpty', params: ({ event }) => ({ value: event.form.orgPassword }) },
            actions: { type: 'askFor', params: { field: 'orgPassword' } },
          },
          { target: 'registering', actions: 'clearProblem' },
        ],
      },
    },
    registering: { tags: 'busy', after: { signupSimulated: { target: 'registered' } } },
    registered: {
      tags: 'succeeded',
      entry: 'clearOrganization',
      after: { signupRedirect: { target: 'left', actions: 'goToLogin' } },
    },
    left: { tags: 'succeeded', type: 'final' },
  },
});
