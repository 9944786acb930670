import type { After, Given, Memory, ScreenSpec } from '../drivers/screen-walk.ts';
import type { Hands, Shown } from './page.ts';

const SIGN_IN = 'Already have an account? Sign in';

const form: Shown = { address: '/signup', headings: ['Sign up'], says: [SIGN_IN], offers: ['Sign Up'], waits: [] };

/** Messages about missing fields. `needsOrganization`: the field is there only once an organization is chosen. */
const problems: Readonly<Record<string, { text: string; needsOrganization?: boolean }>> = {
  'registers without a first name': { text: 'First name is required.' },
  'registers without a last name': { text: 'Last name is required.' },
  'registers without an organization': { text: 'Please select an organization.' },
  'registers without the organization login': { text: 'Organization login is required.', needsOrganization: true },
  'registers without the organization password': {
    text: 'Organization password is required.',
    needsOrganization: true,
  },
};

function shown(memory: Memory): Partial<Shown> {
  const isChosen = memory.has('organization');
  const problem = problems[memory.get('problem') ?? ''];
  const isSaid = problem !== undefined && (isChosen || !problem.needsOrganization);
  return {
    says: [...(isSaid ? [problem.text] : []), SIGN_IN],
    offers: isChosen ? ['Show password', 'Sign Up'] : ['Sign Up'],
  };
}

const chosen =
  (isChosen: boolean): After =>
  (_before, memory) => {
    if (isChosen) memory.set('organization', 'yes');
    else memory.delete('organization');
    return shown(memory);
  };

const refused =
  (label: string): After =>
  (_before, memory) => {
    memory.set('problem', label);
    return shown(memory);
  };

async function register(page: Hands, _memory: Memory, given: Given): Promise<void> {
  const fields = given['form'] as Readonly<Record<string, string>>;
  for (const [name, text] of Object.entries(fields)) {
    const isThere = name !== 'organization' && (!name.startsWith('org') || fields['organization'] !== '');
    // oxlint-disable-next-line eslint/no-await-in-loop -- one field after the other
    if (isThere) await page.type(name, text);
  }
  await page.press('Sign Up');
}

/** Written from the clauses `s2.signup`, `s5.signup` and `s9.organizations` of `docs/spec-coverage.md`: the host is asked for nothing. */
export const signupScreen: ScreenSpec = {
  user: null,
  address: { start: '/signup' },
  begin: { start: form },
  does: {
    'chooses an organization': (page) => page.choose('organization', 'active911'),
    'chooses no organization': (page) => page.choose('organization', 'Choose an organization'),
    registers: register,
    ...Object.fromEntries(Object.keys(problems).map((label) => [label, register])),
  },
  calls: {},
  after: {
    'chooses an organization': chosen(true),
    'chooses no organization': chosen(false),
    ...Object.fromEntries(Object.keys(problems).map((label) => [label, refused(label)])),
    registers: () => ({ says: ['Creating the account', SIGN_IN], offers: ['Show password'] }),
    'after 1000 ms': () => ({
      says: ['Account created successfully! Please check your email for further instructions.', SIGN_IN],
      offers: [],
    }),
    'after 2000 ms': () => ({
      address: '/login',
      headings: ['Sign in'],
      says: ['No account yet? Sign up', 'Forgot your password? An administrator can give you another one.'],
      offers: ['Show password', 'Sign In'],
    }),
  },
};
