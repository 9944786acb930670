import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT, NO_SESSION_META } from './constants.ts';

/** Settings of an operator at build time (`d1.settings`), read once. */
export type Env = {
  productName: string;
  /** Origin of the API without a trailing slash; empty means the page's own. */
  apiHost: string;
  commandTemplates: readonly [left: string, right: string];
  /** The name of the function by which a document returns its added rows (`s3.new-attributes`). */
  newAttributesFunction: string;
  /** Origin of another host that serves frame.html; empty means the page's own. */
  frameUrl: string;
  /** Sign-ins that a server with the demo offers. */
  demo: readonly DemoSignIn[];
  /** The name of the identity provider for signing in at this server; null without. */
  provider: string | null;
  /** True at a server without users, which waits for its first administrator. */
  firstRun: boolean;
  /** True if the server, which is the host, got no session with the request for the page. */
  noSession: boolean;
};

/** One of the demo's users, whose passwords are public, and their tasks, as 'writes and submits'. */
export type DemoSignIn = { username: string; password: string; does: string };

/** The element by which a server sends the page, at run time, the address of the document frame; it overrides `VITE_FRAME_URL`. */
export const FRAME_URL_META = 'frame-url';

/** The element by which a server sends the page the demo's sign-ins, as JSON. */
export const DEMO_META = 'demo-sign-ins';

/** The element by which a server announces that it waits for its first administrator. */
export const FIRST_RUN_META = 'first-run';

/** The element by which a server sends the name of the identity provider for signing in. */
export const PROVIDER_META = 'identity-provider';

/** The element by which a build lists for the server its addresses that are no screens of the specification, such as the living charts. */
export const MORE_PAGES_META = 'more-pages';

/**
 * The settings of the build, overridden by those that the server wrote into the page.
 * @param env output of `readEnv` at build time
 * @param page the application's page
 * @throws {TypeError} if the server's value is not the address of a host
 */
export function servedEnv(env: Env, page: Pick<Document, 'querySelector'>): Env {
  const readMeta = (name: string) => page.querySelector(`meta[name="${name}"]`)?.getAttribute('content');
  const frameUrl = readMeta(FRAME_URL_META);
  return {
    ...env,
    ...(frameUrl && { frameUrl: new URL(frameUrl).origin }),
    demo: JSON.parse(readMeta(DEMO_META) ?? '[]') as DemoSignIn[],
    provider: readMeta(PROVIDER_META) ?? null,
    firstRun: readMeta(FIRST_RUN_META) === '1',
    noSession: env.apiHost === '' && readMeta(NO_SESSION_META) === '1',
  };
}

/** Thrown with all mistakes at once, in words that name the fix. */
export class EnvError extends Error {
  /** @param problems one sentence each */
  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
    this.name = 'EnvError';
  }
}

/**
 * Reads the `VITE_…` settings once, when the application is built: a mistake fails the build, and the page carries the result only.
 * @param raw the variables, as Vite finds them
 * @throws {EnvError} naming every setting that cannot be used
 */
export function readEnv(raw: Readonly<Record<string, unknown>>): Env {
  const problems: string[] = [];
  const text = (name: string, fallback: string): string => {
    const value = raw[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : fallback;
  };
  const origin = (name: string): string => {
    const value = text(name, '');
    if (value === '') return '';
    const url = URL.canParse(value) ? new URL(value) : null;
    if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash) {
      problems.push(`${name} must be an origin such as https://api.example.org, not '${value}'.`);
      return '';
    }
    return url.origin;
  };

  const pair = text('VITE_COMMAND_TEMPLATES', `${COMMAND_TEMPLATE_LEFT},${COMMAND_TEMPLATE_RIGHT}`)
    .split(',')
    .map((id) => id.trim());
  const [left = '', right = ''] = pair;
  if (pair.length !== 2 || !left || !right) {
    problems.push(`VITE_COMMAND_TEMPLATES must be two template ids with a comma between, not '${pair.join(',')}'.`);
  }
  const newAttributesFunction = text('VITE_NEW_ATTRIBUTES_FUNCTION', 'getNewAttributes');
  if (!/^[A-Za-z_$][\w$]*$/.test(newAttributesFunction)) {
    problems.push(`VITE_NEW_ATTRIBUTES_FUNCTION must be a JavaScript name, not '${newAttributesFunction}'.`);
  }
  const env: Env = {
    productName: text('VITE_PRODUCT_NAME', 'Ready'),
    apiHost: origin('VITE_API_HOST'),
    commandTemplates: [left, right],
    newAttributesFunction,
    frameUrl: origin('VITE_FRAME_URL'),
    demo: [],
    provider: null,
    firstRun: false,
    noSession: false,
  };
  if (problems.length > 0) throw new EnvError(problems);
  return env;
}
