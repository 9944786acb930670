import type { Capability } from './capabilities.ts';
import { ADMIN_PERMISSION as ADMIN, BASIC_PERMISSION } from './constants.ts';

/** Addresses of screens (`s2.routes.*`), built in one place. Segments are encoded. */
const segment = encodeURIComponent;

/** The address of a screen without a user. */
export const DISPLAY = '/display';

/** Parameter in the address of a live screen: it starts in wall mode. */
export const WALL = 'wall';

/** An address of the application, as the browser has it: `location`, or a `URL`. */
export type Address = { readonly pathname: string; readonly search: string };

/** True if an address is that of a screen without a user. */
export const isDisplay = ({ pathname }: Pick<Address, 'pathname'>): boolean => pathname.replace(/\/$/, '') === DISPLAY;

/** True if an address requests wall mode: a display has no user, and is always in it. */
export const isWall = (address: Address): boolean =>
  isDisplay(address) || new URLSearchParams(address.search).has(WALL);

/** A document that another one is filled from: a WIP, or a submission. */
export type Source = { readonly kind: 'wip' | 'archive'; readonly id: string };

/** The document that the one of an address is filled from, or null. */
export function sourceIn(search: string): Source | null {
  const [, kind, id] = /^(wip|archive):(.+)$/.exec(new URLSearchParams(search).get('from') ?? '') ?? [];
  return id === undefined ? null : { kind: kind as Source['kind'], id };
}

export const paths = {
  home: () => '/',
  dashboard: () => '/dashboard',
  selectTemplate: () => '/select-template',
  selectTemplateHome: () => '/home',
  login: () => '/login',
  /** The address to which an identity provider redirects, with its answer in the query. */
  loginReturn: () => '/login/return',
  /** @param code code of the server, behind the `#`, which is never sent over a network */
  firstRun: (code?: string) => `/first-run${code === undefined ? '' : `#${code}`}`,
  signup: () => '/signup',
  form: (template: string) => `/forms/${segment(template)}`,
  /** A new document of a template, filled from another one of it. */
  newFrom: (template: string, { kind, id }: Source) => `/forms/${segment(template)}?from=${kind}:${segment(id)}`,
  wip: (template: string, wip: string, success?: 'save' | 'submit') =>
    `/forms/${segment(template)}/wips/${segment(wip)}${success ? `?success=${success}` : ''}`,
  /** A WIP with the values of an earlier submission as unsaved changes. */
  bringBack: (template: string, wip: string, archive: string) =>
    `/forms/${segment(template)}/wips/${segment(wip)}?from=archive:${segment(archive)}`,
  openWip: (template: string) => `/open-wip/${segment(template)}`,
  wipDashboard: (wip: string) => `/wip-dashboard/${segment(wip)}`,
  templateDashboard: (template: string) => `/template-dashboard/${segment(template)}`,
  multipleDashboard: (left: string, right: string) => `/multiple-dashboard/${segment(left)}/${segment(right)}`,
  boards: () => '/boards',
  keptBoard: (board: string) => `/board/${segment(board)}`,
  newBoard: () => '/boards/new',
  editBoard: (board: string) => `/boards/${segment(board)}/edit`,
  display: () => DISPLAY,
  displays: () => '/admin/displays',
  /** @param user user selected in its forms */
  userAdmin: (user?: string) => `/admin/create-role${user === undefined ? '' : `?user=${segment(user)}`}`,
  people: () => '/admin/people',
  templates: () => '/templates',
  roles: () => '/admin/roles',
  setUp: () => '/admin/set-up',
  account: () => '/account',
  archives: () => '/archives',
  /** @param filter of the list; times in the viewer's zone */
  records: (filter: Readonly<Record<string, string>> = {}) => {
    const query = new URLSearchParams(filter).toString();
    return query === '' ? '/records' : `/records?${query}`;
  },
  record: (archive: string) => `/records/${segment(archive)}`,
  /** @param to another archive, or a WIP */
  comparison: (from: string, to: string) => `/records/compare?from=${segment(from)}&to=${segment(to)}`,
} as const;

/**
 * Surroundings of a screen: `login` and `open` have the navigation bar and are for all visitors, `protected` has the bar and needs a
 * session, `bare` needs a session and has the whole window to itself, `unattended` has the whole window too and needs no session: no user sits
 * there.
 */
export type Surroundings = 'login' | 'open' | 'protected' | 'bare' | 'unattended';

/**
 * Address patterns for the router, each with the GETs that the screen sends first there; `$1` is the first parameter of the address. The page's
 * script sends them before the application has started (`page-script.ts`); one that differs from the screen's own call is wasted.
 */
type Addresses = Readonly<Record<string, readonly string[]>>;

/** Addresses, surroundings and access of a screen. */
export type ScreenPlace = {
  surroundings: Surroundings;
  /** Capability of the hosts that have this screen; without one, the host's answer to its own call says what it lacks. */
  needs?: Capability;
  /** Lowest permission level of the users who may open it; without one, all users may. */
  level?: number;
  /** At each of these addresses the screen starts again. Links to a screen without parameters lead to the first one. */
  addresses: Addresses;
  /** Addresses that continue the first one, and keep the screen unchanged. */
  below?: Addresses;
};

/** The address of a base template's form, above those of its WIPs. */
export const FORM = '/forms/:base_template';

const table = {
  // Once its answer was read, the address is the sign-in's again, and the screen stays.
  login: { surroundings: 'login', addresses: { '/login': [] }, below: { '/login/return': [] } },
  'first-run': { surroundings: 'open', addresses: { '/first-run': [] } },
  signup: { surroundings: 'open', addresses: { '/signup': [] } },
  dashboard: { surroundings: 'protected', addresses: { '/dashboard': ['/v1/templates'], '/': ['/v1/templates'] } },
  'select-template': {
    surroundings: 'protected',
    addresses: { '/select-template': ['/v1/templates'], '/home': ['/v1/templates'] },
  },
  'wip-list': {
    surroundings: 'protected',
    // Not the list itself: only the session determines if its first page or the whole list is requested.
    addresses: { '/open-wip/:base_template': ['/v1/templates'] },
  },
  editor: {
    surroundings: 'protected',
    addresses: { [FORM]: ['/v1/templates/$1?html=true'] },
    // A first save changes the address while the user is typing: the editor and its actor stay.
    below: { [`${FORM}/wips/:wip_name`]: ['/v1/wips/$2?html=true'] },
  },
  archives: { surroundings: 'protected', addresses: { '/archives': ['/v1/templates'] } },
  records: { surroundings: 'protected', needs: 'records', addresses: { '/records': [] } },
  // Before the address of one record, which would match it too.
  'record-comparison': { surroundings: 'protected', addresses: { '/records/compare': [] } },
  record: { surroundings: 'protected', addresses: { '/records/:archive': [] } },
  'user-admin': { surroundings: 'protected', level: ADMIN, addresses: { '/admin/create-role': [] } },
  'wip-dashboard': { surroundings: 'bare', addresses: { '/wip-dashboard/:uuid': [] } },
  'template-dashboard': { surroundings: 'bare', addresses: { '/template-dashboard/:templateId': [] } },
  'command-dashboard': { surroundings: 'bare', addresses: { '/multiple-dashboard/:uuid1/:uuid2': [] } },
  'kept-board': { surroundings: 'bare', addresses: { '/board/:uuid': ['/v1/boards/$1'] } },
  display: { surroundings: 'unattended', addresses: { [DISPLAY]: [] } },
  displays: { surroundings: 'protected', needs: 'displays', level: ADMIN, addresses: { '/admin/displays': [] } },
  people: { surroundings: 'protected', needs: 'users.manage', level: ADMIN, addresses: { '/admin/people': [] } },
  templates: { surroundings: 'protected', needs: 'templates.manage', level: ADMIN, addresses: { '/templates': [] } },
  audit: { surroundings: 'protected', needs: 'audit.read', level: ADMIN, addresses: { '/admin/audit': [] } },
  roles: { surroundings: 'protected', needs: 'roles.manage', level: ADMIN, addresses: { '/admin/roles': [] } },
  'set-up': { surroundings: 'protected', needs: 'users.manage', level: ADMIN, addresses: { '/admin/set-up': [] } },
  account: { surroundings: 'protected', needs: 'account', addresses: { '/account': [] } },
  boards: { surroundings: 'protected', needs: 'boards', addresses: { '/boards': [] } },
  'board-form': {
    surroundings: 'protected',
    needs: 'boards',
    level: BASIC_PERMISSION,
    addresses: { '/boards/new': [], '/boards/:uuid/edit': [] },
  },
} as const satisfies Readonly<Record<string, ScreenPlace>>;

/** The name of a screen. */
export type ScreenName = keyof typeof table;
/** The name of a screen that only some hosts have, for administrators alone. */
export type AdminScreen = {
  [Name in ScreenName]: (typeof table)[Name] extends { needs: Capability; level: typeof ADMIN } ? Name : never;
}[ScreenName];
/** Every screen, by the name of its file: its implementations are in `src/routes/<feature>/<name>.route.ts`. */
export const screens: Readonly<Record<string, ScreenPlace> & Record<ScreenName, ScreenPlace>> = table;

/** All address patterns of a screen. */
export const patternsOf = ({ addresses, below }: ScreenPlace): string[] => Object.keys({ ...addresses, ...below });

/**
 * The addresses of a screen as a regular expression, each parameter a group of its own, as the address has it, encoded.
 * @param pattern as in `screens`
 */
export const addressPattern = (pattern: string): string =>
  `^${pattern.replaceAll(/:\w+/g, '([^/]+)').replace(/\/$/, '')}/?$`;

/** The root's attribute in a page whose content the build has rendered as the application does, and which it takes over. */
export const BUILT = 'data-built';

/** The window's event when the sign-in is shown by the application. */
export const SHOWN = 'ready:shown';

/** The id of the page's link to the styles that the application's first file does not need (`tools/build/page-plugin.ts`). */
export const LATER_STYLES = 'later-styles';
