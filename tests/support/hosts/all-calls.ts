import * as account from '#common/calls/account.ts';
import * as admin from '#common/calls/admin.ts';
import * as archives from '#common/calls/archives.ts';
import * as audit from '#common/calls/audit.ts';
import * as boards from '#common/calls/boards.ts';
import type { Call } from '#common/calls/call.ts';
import * as displays from '#common/calls/displays.ts';
import * as people from '#common/calls/people.ts';
import * as presence from '#common/calls/presence.ts';
import * as records from '#common/calls/records.ts';
import * as roles from '#common/calls/roles.ts';
import * as session from '#common/calls/session-calls.ts';
import * as templateAdmin from '#common/calls/template-admin.ts';
import * as templates from '#common/calls/templates.ts';
import * as wips from '#common/calls/wips.ts';

const modules = {
  ...account,
  ...admin,
  ...archives,
  ...audit,
  ...boards,
  ...displays,
  ...people,
  ...people.personActs,
  ...presence,
  ...records,
  ...roles,
  ...session,
  ...templateAdmin,
  ...templateAdmin.templateActs,
  ...templates,
  ...wips,
};

type Modules = typeof modules;
/** The path of each call, with `:id` for whatever name a part has. */
type Plain<Path extends string> = Path extends `${infer Start}:${infer Rest}`
  ? Rest extends `${string}/${infer End}`
    ? `${Start}:id/${Plain<End>}`
    : `${Start}:id`
  : Path;
type PathOf<One> = One extends Call<infer Path> ? Plain<Path> : never;
type Read<Path extends string> = `GET ${Path}` | `POST ${Path}`;
/** An address of the contract, such as `GET /v1/wips/:id`. */
export type CallPattern = Read<PathOf<Modules[keyof Modules]> | `/v1/displays/self/${string}`>;

const isCall = (one: unknown): one is Call =>
  typeof one === 'object' && one !== null && 'method' in one && 'path' in one;

const calls = (Object.values(modules) as unknown[]).filter(isCall);
const readsOfDisplays = [
  archives.readRecent,
  archives.listArchives,
  archives.readArchive,
  archives.readChanges,
  boards.readBoard,
];

/** The addresses of all calls, those of displays too. */
export const callPatterns: readonly CallPattern[] = [
  ...new Set(
    [...calls, ...readsOfDisplays.map((call: Call) => displays.ofDisplay(call))].map(
      ({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':id')}` as CallPattern,
    ),
  ),
];
