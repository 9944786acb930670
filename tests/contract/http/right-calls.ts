import { Secret, TOTP } from 'otpauth';
import { randomInt, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { beforeAll } from 'vitest';
import { COMMAND_TEMPLATE_LEFT } from '#common/config/constants.ts';
import { hashToken } from '#server/domain/session/tokens.ts';
import type { AccessRule } from '#server/http/guards/access.ts';
import { jsonSchema } from '#server/http/ops/openapi-schema.ts';
import type { Served } from '#server/http/serve.ts';
import { servedCalls } from '#server/http/served.ts';
import { openForCommand } from '#server/storage/lifecycle/open.ts';
import type { Storage } from '#server/storage/storage.ts';
import { addVersion, recordOf } from '#tests/support/documents.ts';
import { demo, demoPassword, Person, signedIn } from '#tests/support/person.ts';
import type { InnerServer } from '../given.ts';

const RADIO_PLAN = '8a4e2a44-dcd5-4ad5-800c-7f5824e0960a';
const READY = 'b6bd9c41-9e72-42a2-8db7-b2b65c462183';
const OTHER = '77f025be-ec08-4d68-a56f-ef1d75c1f783';
const OTHER_TEMPLATE = '11111111-2222-4333-8444-555555555555';
const actors = {
  reader: demo.reader,
  writer: demo.writerWithoutRoles,
  roleHolder: demo.writer,
  administrator: demo.administrator,
  siteAdministrator: demo.siteAdministrator,
} as const;

/** Kinds of callers that the rules distinguish. `display`: a screen with a display's cookie alone. */
export type ActorKind = 'nobody' | 'display' | keyof typeof actors;
export const kinds = ['nobody', 'display', ...(Object.keys(actors) as (keyof typeof actors)[])] as const;

/**
 * Relation of the thing that an address names to the caller. `ownBehindRole`: it is of the caller's organisation, and roles exist for its template's
 * file. For a display all of them are on its board: for it another organisation's thing does not exist, even there.
 */
export type Relation = 'own' | 'ownBehindRole' | 'foreign' | 'unknown';

type Thing = NonNullable<AccessRule['thing']>;

/** A call, the thing that it names, and its caller. */
type Asked = { call: Served; id: string; kind: ActorKind };

/** A schema of a body, as the description of the calls has it. */
export type Form = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly anyOf?: readonly Form[];
  readonly items?: Form;
  readonly properties?: Readonly<Record<string, Form>>;
  readonly required?: readonly string[];
};

/** The calls with a body of JSON. */
export const callsWithBody = (await servedCalls()).filter(({ body }) => body);

/** The form of a call's body. */
export const formOf = ({ body }: Served): Form => (body ? jsonSchema(body) : {});

export const routeOf = ({ method, path }: Served): string => `${method} ${path}`;

/** Texts of which any other one may be taken in their place. */
const anyText = (): string => randomUUID();
const anyDocument = (): string =>
  '<!doctype html><title>Matrix</title><p class="editable" id="a">x</p><p>Name: ____</p>';

/** A board of what everybody may read. */
const matrixBoard = {
  kind: 'panes',
  panes: [{ kind: 'template', id: COMMAND_TEMPLATE_LEFT, share: 12 }],
  old: 60,
  very_old: 240,
};

/** Signs in the demo's people on a server, and makes what right calls need: each call gets a thing of its own, since some use theirs up. */
export function givenRightCalls(server: InnerServer) {
  let storage: Storage;
  const people = new Map<ActorKind, Person>();
  const users = new Map<string, string>();
  /** The display that asks, and its board. */
  let screen = '';
  let wall = '';
  let version = '';
  const uuidOf = (username: string): string => users.get(username) ?? '';
  const nameOf = (kind: ActorKind): string => (actors as Partial<Record<ActorKind, string>>)[kind] ?? '';
  const personOf = (kind: ActorKind): Person => people.get(kind) ?? new Person(server.origin);

  beforeAll(async () => {
    const { origin, settings } = server;
    ({ storage } = await openForCommand(settings, new Date().toISOString()));
    version = await addVersion(storage, '<!doctype html><title>Theirs</title><p class="editable" id="a">x</p>');
    await storage.templates.add({
      uuid: OTHER_TEMPLATE,
      name: 'Theirs',
      description: '',
      file_name: 'theirs.html',
      organisation: OTHER,
      template_version: version,
      position: 99,
      created_at: new Date().toISOString(),
    });
    for (const user of await storage.users.list(null)) users.set(user.username, user.uuid);
    for (const [kind, name] of Object.entries(actors)) people.set(kind as ActorKind, await signedIn(origin, name));
    screen = await newThing.display('own');
    wall = (await storage.displays.byUuid(screen))?.board ?? '';
    const display = new Person(origin);
    display.cookies.set('display', { value: screen, path: '/' });
    people.set('display', display);
    return () => storage.close();
  });

  const newDocument = async (relation: Relation): Promise<string> => {
    const uuid = randomUUID();
    const at = new Date().toISOString();
    const isForeign = relation === 'foreign';
    await storage.wips.add({
      uuid,
      template: relation === 'ownBehindRole' ? RADIO_PLAN : COMMAND_TEMPLATE_LEFT,
      description: '',
      organisation: isForeign ? OTHER : READY,
      name: 'Matrix',
      template_version: version,
      values: '{}',
      rows: null,
      line_breaks: 'marked',
      author: uuidOf(isForeign ? demo.foreignWriter : demo.writer),
      created_at: at,
      updated_at: at,
    });
    return uuid;
  };

  /** Makers of a new thing of each kind. */
  const newThing: Record<Thing, (relation: Exclude<Relation, 'unknown'>, kind?: ActorKind) => Promise<string>> = {
    document: newDocument,
    topic: newDocument,
    template: async (relation) =>
      ({ own: COMMAND_TEMPLATE_LEFT, ownBehindRole: RADIO_PLAN, foreign: OTHER_TEMPLATE })[relation],
    user: async (relation) => uuidOf(relation === 'foreign' ? demo.foreignReader : demo.otherWriter),
    async ownTemplate(relation) {
      const uuid = randomUUID();
      const at = new Date().toISOString();
      await storage.templates.add({
        uuid,
        name: 'Matrix',
        description: '',
        file_name: relation === 'ownBehindRole' ? 'radio-communications-plan.html' : `${uuid}.html`,
        organisation: relation === 'foreign' ? OTHER : READY,
        template_version: version,
        position: 100,
        created_at: at,
      });
      const other = await addVersion(storage, '<!doctype html><title>Other</title><p class="editable" id="b">x</p>');
      const change = { name: 'Matrix', description: '', template_version: other };
      await storage.templates.change(uuid, change, { by: null, at });
      return uuid;
    },
    async archive(relation) {
      const wip = await newDocument(relation);
      const head = await storage.wips.head(wip);
      const archive = {
        uuid: randomUUID(),
        wip,
        template: head?.template ?? '',
        organisation: head?.organisation ?? '',
        name: 'Matrix',
        file_name: head?.file_name ?? '',
        format: 'html',
        submitted_on: new Date().toISOString(),
      };
      await storage.archives.add(await recordOf(archive, '', uuidOf(demo.writer)));
      await storage.records.setIndexed(archive.uuid);
      return archive.uuid;
    },
    async board(relation) {
      const uuid = randomUUID();
      const isForeign = relation === 'foreign';
      await storage.boards.add({
        uuid,
        organisation: isForeign ? OTHER : READY,
        name: 'Matrix',
        shown: JSON.stringify(matrixBoard),
        author: uuidOf(isForeign ? demo.foreignWriter : demo.writer),
        at: new Date().toISOString(),
      });
      return uuid;
    },
    async display(relation) {
      const uuid = randomUUID();
      const at = new Date().toISOString();
      await storage.displays.add({
        uuid,
        organisation: relation === 'foreign' ? OTHER : READY,
        name: 'Matrix',
        board: await newThing.board(relation),
        token: hashToken(uuid),
        author: uuidOf(demo.siteAdministrator),
        paired_at: at,
        last_seen: at,
      });
      return uuid;
    },
    async hold(relation) {
      const uuid = randomUUID();
      const [since, until] = ['1999-01-01T00:00:00.000Z', '1999-01-02T00:00:00.000Z'];
      const open = { wip: null, template: null, since, until, reason: 'Matrix', set_by: null, set_on: since };
      await storage.holds.add({ uuid, organisation: relation === 'foreign' ? OTHER : READY, ...open });
      return uuid;
    },
    /** One that was opened elsewhere, of the caller or of another user. */
    async session(relation, kind = 'siteAdministrator') {
      const uuid = randomUUID();
      const user = uuidOf((relation !== 'foreign' && nameOf(kind)) || demo.otherWriter);
      await storage.sessions.addFamily({ uuid, user, used_at: new Date().toISOString(), expires_at: '2999' });
      return uuid;
    },
  };

  /** The code of a screen that waits. */
  const newCode = async (): Promise<string> => {
    const code = Array.from({ length: 8 }, () => String.fromCodePoint(65 + randomInt(26))).join('');
    const later = new Date(Date.now() + 60_000).toISOString();
    const waiting = { code: hashToken(code), claim: hashToken(randomUUID()), network: 'matrix', expires_at: later };
    await storage.pairings.add({ ...waiting, display: null });
    return code;
  };

  const newRole = async (): Promise<string> => {
    const uuid = randomUUID();
    await storage.roles.add({ uuid, name: uuid, file_name: 'activity-log.html' });
    return uuid;
  };

  /** Secrets of the actors' second factors. */
  const secrets = new Map<ActorKind, Secret>();
  const newSecret = async (kind: ActorKind): Promise<Secret> => {
    await storage.secondFactors.remove(uuidOf(nameOf(kind)));
    const secret = new Secret({ size: 20 });
    secrets.set(kind, secret);
    return secret;
  };
  const codeOf = (kind: ActorKind, timestamp = Date.now()): string =>
    new TOTP({ secret: secrets.get(kind) ?? new Secret() }).generate({ timestamp });

  /**
   * Values for which the schema of a body does not suffice, by the name of their field: in every call it means the same, unless the call is named too.
   * An optional field is sent if it is named with its call.
   */
  const values: Readonly<Record<string, (asked: Asked) => unknown>> = {
    board: ({ id }) => id,
    content: anyDocument,
    csv: () => `username,name\n${randomUUID()},Matrix`,
    current: ({ kind }) => demoPassword(nameOf(kind)),
    email: () => 'matrix@example.org',
    file_name: () => `${randomUUID()}.html`,
    instead_of: ({ id }) => id,
    permission: () => 2,
    role_uuid: newRole,
    shown: () => matrixBoard,
    user_uuid: ({ id }) => id,
    version: () => 2,
    'POST /auth/login username': () => demo.reader,
    'POST /auth/login password': () => demoPassword(demo.reader),
    'POST /v1/account/second-factor secret': async ({ kind }) => (await newSecret(kind)).base32,
    'POST /v1/account/second-factor code': ({ kind }) => codeOf(kind),
    async 'POST /v1/account/second-factor/remove code'({ kind }) {
      await post(kind, 'POST /v1/account/second-factor');
      // The step after the one that set it: each code is good once.
      return codeOf(kind, Date.now() + 30_000);
    },
    'POST /v1/displays/pair code': newCode,
    'POST /v1/displays/:uuid/update name': anyText,
    'POST /v1/records/holds/create wip': () => newDocument('own'),
    'POST /v1/roles/create file_name': () => 'activity-log.html',
    'POST /v1/wips/:uuid/presence tab': anyText,
    // Only named in a refusal.
    'POST /v1/templates/:id/replace file_name': anyText,
    'POST /v1/users/:uuid/update name': anyText,
  };
  const valueOf = (call: Served, field: string) => values[`${routeOf(call)} ${field}`] ?? values[field];

  /** A value that the form of a field takes. @param field its name */
  async function rightValue(asked: Asked, form: Form, field: string): Promise<unknown> {
    const named = valueOf(asked.call, field);
    const [type = form.anyOf?.[0]?.type] = [form.type].flat();
    if (named) return named(asked);
    if (form.enum) return form.enum[0];
    if (type === 'string') return anyText();
    if (type === 'boolean') return false;
    if (type === 'array') return form.items?.type ? [await rightValue(asked, form.items, `${field}[]`)] : [];
    if (type !== 'object') return 1;
    const { properties = {}, required = [] } = form.anyOf?.[0] ?? form;
    const body: Record<string, unknown> = {};
    for (const [name, inner] of Object.entries(properties)) {
      const isSent = required.includes(name) || `${routeOf(asked.call)} ${name}` in values;
      if (isSent) body[name] = await rightValue(asked, inner, name);
    }
    return body;
  }

  /**
   * A body with which a call can fail only for a missing right: made from its schema, with the values above.
   * @param id of the thing that the call names
   */
  async function bodyOf(call: Served, id: string, kind: ActorKind): Promise<unknown> {
    if (!call.body) return undefined;
    // A call that begins a job: one runs at a time.
    if (call.status === 202) await personOf(kind).post(`${call.path}/drop`);
    const body = await rightValue({ call, id, kind }, formOf(call), 'body');
    const { issues } = v.safeParse(call.body, body);
    if (!issues) return body;
    const problem = `${issues[0].path?.map(({ key }) => String(key)).join('.') ?? 'the body'}: ${issues[0].message}`;
    throw new Error(`${routeOf(call)} needs a value in tests/contract/http/right-calls.ts, \`values\`. ${problem}`);
  }

  /** Makes a right call with its thing. */
  async function post(kind: ActorKind, route: string): Promise<void> {
    const call = callsWithBody.find((one) => routeOf(one) === route);
    if (call) await personOf(kind).post(call.path, await bodyOf(call, '', kind));
  }

  /** Shows a thing on the board of the display that makes the call, of any owner; a board that exists is shown itself. */
  async function putOnBoard(thing: Thing, id: string): Promise<void> {
    const at = new Date().toISOString();
    const isBoard = thing === 'board' && (await storage.boards.byUuid(id)) !== null;
    await storage.displays.change(screen, { name: 'Matrix', board: isBoard ? id : wall }, at);
    if (thing === 'board') return;
    const shown = thing === 'archive' ? ((await storage.archives.head(id))?.wip ?? id) : id;
    const panes = [...matrixBoard.panes, { kind: thing === 'template' ? thing : 'wip', id: shown, share: 12 }];
    const board = { name: 'Matrix', shown: JSON.stringify({ ...matrixBoard, panes }), author: uuidOf(demo.writer) };
    await storage.boards.change(wall, { ...board, at });
  }

  return {
    personOf,
    bodyOf,
    rightValue,
    /** True for a field whose right value is any of its type: one of a list or of a form is so only if its value above says it. */
    isFree: (call: Served, field: string, { enum: list, pattern }: Form) =>
      [anyText, anyDocument, ...(list || pattern !== undefined ? [] : [undefined])].includes(
        valueOf(call, field) as typeof anyText,
      ),
    /** Makes a thing for a call. @returns its identity, empty for a call that names none */
    async newThing({ access }: Pick<Served, 'access'>, relation: Relation | null, kind: ActorKind): Promise<string> {
      if (access.thing === null || relation === null) return '';
      const id = relation === 'unknown' ? randomUUID() : await newThing[access.thing](relation, kind);
      if (kind === 'display' && access.needs === 'display') await putOnBoard(access.thing, id);
      return id;
    },
  };
}

/** The address of a call with its thing, where it names one. */
export function addressOf({ path, access: { query } }: Served, id: string): string {
  const more = { from: `&to=${id}`, template: '&region=a' };
  // Later than the archives that are added here past the index.
  if (/^\/v1\/records\/(at|moments)/.test(path))
    return `${path}?template=${COMMAND_TEMPLATE_LEFT}&time=2026-01-01T00:00:00Z`;
  if (path.startsWith('/v1/records/export')) return `${path}?format=json&from=2100-01-01T00:00:00Z`;
  if (query && query !== 'ids') return `${path}?${query}=${id}${more[query]}`;
  return query ? `${path}?${query}=${id}` : path.replace(/:\w+/, id);
}
