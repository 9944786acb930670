import { randomUUID } from 'node:crypto';
import type { FoundBlanks } from '#common/document/html/blanks.ts';
import type { NewTemplatesRequest, ReplaceRequest } from '#common/calls/requests.ts';
import type { Storage, Stores } from '#server/storage/storage.ts';
import type { CommandPane } from '#server/storage/stores/people.ts';
import type { TemplateHead } from '#server/storage/stores/templates.ts';
import { foundFor, isSiteAdministrator, requireAdministrator, type Actor, type Caller } from '../access.ts';
import type { Archives } from '../documents/archives.ts';
import { createAuthors } from '../authors.ts';
import { requireSmall } from '../uploads/bundle.ts';
import { waiterOf, type Changes } from '../changes.ts';
import type { Documents } from '../documents/documents.ts';
import type { Job, Jobs } from '../jobs.ts';
import { Refusal } from '../refusal.ts';
import { nameAlike, namesBeside } from '../uploads/template-candidates.ts';
import {
  addTemplates,
  markTemplate,
  moveTemplate,
  putBackTemplate,
  replaceTemplate,
  showInCommand,
  thereAlready,
  type Offered,
} from './template-changes.ts';
import { ways, type Examined, type SentFile } from '../uploads/upload.ts';
import type { By } from '../audit/audit.ts';

/** A template that comes with the product. */
export type ShippedTemplate = Omit<Offered, 'version'> & { content: string };

/** A template with details for administrators. */
export type ManagedTemplate = TemplateHead & {
  regions: number;
  changedBy: string | null;
  /** The name of its organisation; null for all. */
  organisationName: string | null;
  isChangeable: boolean;
  canBePutBack: boolean;
  hasRole: boolean;
  isOnWall: boolean;
};

/**
 * Actions of administrators on templates. Every method throws a `Refusal` for what is missing or of another
 * organisation.
 */
export type TemplateAdmin = ReturnType<typeof createTemplateAdmin>;

/** The parts of `createTemplateAdmin`. */
export type TemplateAdminParts = {
  storage: Storage;
  changes: Changes;
  jobs: Jobs;
  documents: Pick<Documents, 'regions' | 'examine' | 'blanks' | 'publish' | 'offered' | 'withheldIn'>;
  archives: Pick<Archives, 'newest'>;
  shipped: () => readonly ShippedTemplate[];
  now: () => Date;
};

/**
 * Maximum of templates of one owner, the removed ones too: a longer list would be of no use, and one user could fill
 * the disk.
 */
const TEMPLATES_MAX = 500;
/** The name of the job, and in place of a key: its result is no secret. */
const [KIND, NO_KEY] = ['templates', ''];

/**
 * A template that the actor may change: only a site administrator changes those for all organisations, since a document
 * is code.
 */
function changeable(actor: Actor, template: TemplateHead | null): TemplateHead {
  requireAdministrator(actor);
  const there = foundFor(actor, template, 'template');
  if (there.organisation !== null || isSiteAdministrator(actor)) return there;
  throw new Refusal(
    'forbidden',
    'This template is for all organizations: only a site administrator (level 4) may change it.',
  );
}

function requireVersion({ name, version }: TemplateHead, seen: number): void {
  if (version === seen) return;
  throw new Refusal(
    'invalid',
    `Somebody else has replaced ‘${name}’ meanwhile: reload the page to see what it is now.`,
  );
}

/** @throws {Refusal} full */
function requireRoom(all: readonly TemplateHead[], owner: string | null, more: number): void {
  const own = all.filter(({ organisation }) => organisation === owner).length;
  if (own + more <= TEMPLATES_MAX) return;
  throw new Refusal('full', `There can be ${TEMPLATES_MAX} templates, the removed ones too: replace one of them.`);
}

/** @throws {Refusal} full; invalid, if the owner has some of them already */
function requireNew(
  all: readonly TemplateHead[],
  owner: string | null,
  offered: readonly Omit<Offered, 'version'>[],
): void {
  requireRoom(all, owner, offered.length);
  const problems = thereAlready(all, owner, offered).map((there) =>
    all.some((one) => one.file_name === there && one.organisation === owner && one.removed_at !== null)
      ? `A removed template has the file ${there}: restore and replace it, or give the file another name.`
      : `There is a template with the file ${there} already: replace that one, or give the file another name.`,
  );
  if (problems.length > 0) throw new Refusal('invalid', problems.join(' '));
}

/** @param parts storage, documents, the clock */
export function createTemplateAdmin(parts: TemplateAdminParts) {
  const { storage, changes, jobs, documents, archives, shipped, now } = parts;
  const authors = createAuthors(storage.users);

  /** Runs one action of an administrator on a template. */
  const change = (
    caller: Caller,
    uuid: string,
    work: (stores: Stores, by: By & { actor: Actor }, template: TemplateHead) => Promise<void>,
  ): Promise<void> =>
    changes.by(caller, async (stores, actor) => {
      await stores.templates.lock();
      await work(stores, { actor, at: now() }, changeable(actor, await stores.templates.head(uuid)));
    });

  return {
    /**
     * Templates of the actor's organisation, the removed ones too, in order; for a site administrator those of all
     * organisations.
     */
    async list(actor: Actor): Promise<ManagedTemplate[]> {
      requireAdministrator(actor);
      const isSite = isSiteAdministrator(actor);
      const seen = (await storage.templates.all()).filter(
        ({ organisation }) => isSite || organisation === null || organisation === actor.organisation,
      );
      const [organisations, newest, roles, names, regions] = await Promise.all([
        storage.organisations.list(),
        archives.newest(actor),
        storage.roles.list(),
        authors.namesOf(seen.flatMap(({ changed_by }) => changed_by ?? [])),
        Promise.all(seen.map(({ template_version }) => documents.regions(template_version))),
      ]);
      const nameOf = new Map(organisations.map(({ uuid, name }) => [uuid, name]));
      const onWall = new Set(newest.flatMap(({ template, archive }) => (archive ? [template] : [])));
      const files = new Set(roles.map(({ file_name }) => file_name));
      return seen.map((one, at) => ({
        ...one,
        regions: regions[at]?.length ?? 0,
        changedBy: (one.changed_by !== null && names.get(one.changed_by)) || null,
        organisationName: one.organisation === null ? null : (nameOf.get(one.organisation) ?? ''),
        isChangeable: one.organisation !== null || isSite,
        canBePutBack: one.version_before !== null,
        hasRole: files.has(one.file_name),
        isOnWall: onWall.has(one.uuid),
      }));
    },

    /** Command Docs of the actor's organisation. */
    commandDocs: ({ organisation }: Actor): Promise<{ left: string | null; right: string | null }> =>
      storage.organisations.command(organisation),

    /** Examines an upload and stores nothing. @param replaces the template that it is to replace, or null */
    async examine(
      caller: Caller,
      files: readonly SentFile[],
      renames: boolean,
      replaces: string | null,
    ): Promise<Examined[]> {
      requireAdministrator(caller);
      const template = replaces === null ? null : changeable(caller, await storage.templates.head(replaces));
      const found = await documents.examine(files, renames, template?.template_version ?? null, waiterOf(caller));
      // A document that replaces a template gets its name.
      if (template) return found;
      const beside = namesBeside(await storage.templates.all(), caller.organisation);
      nameAlike(
        found.map((one) => ({ name: one.name, path: one.file_name, report: one })),
        beside,
        ways,
      );
      return found;
    },

    /** Finds the places of a document that can become regions; stores nothing. */
    async findBlanks(caller: Caller, content: string): Promise<FoundBlanks> {
      requireAdministrator(caller);
      requireSmall('It', Buffer.byteLength(content));
      const found = await documents.blanks(content, waiterOf(caller));
      if (found.blanks.length === 0)
        throw new Refusal('invalid', 'There is nothing in it that can be filled in: no text, no table and no field.');
      return found;
    },

    /** Begins to publish documents, all of them or none, in a job: parsing many takes longer than a call may. */
    async add(caller: Caller, { documents: wanted, for_all, allow_outside }: NewTemplatesRequest): Promise<void> {
      if (for_all && !isSiteAdministrator(caller))
        throw new Refusal('forbidden', 'Only a site administrator (level 4) may publish for all organizations.');
      const files = wanted.map(({ file_name }) => file_name);
      if (new Set(files).size < files.length)
        throw new Refusal('invalid', 'Two of the documents have the same file name: publish one of them.');
      requireAdministrator(caller);
      const named = wanted.map((one) => ({ ...one, uuid: randomUUID() }));
      const ownerFor = (actor: Actor) => (for_all && isSiteAdministrator(actor) ? null : actor.organisation);
      requireNew(await storage.templates.all(), ownerFor(caller), named);
      const owner = { ...caller, waiting: new AbortController().signal };
      await jobs.begin({ kind: KIND, user: caller.uuid, total: wanted.length }, async (uuid, report) => {
        const offered: Offered[] = [];
        const problems: string[] = [];
        for (const [at, { content, ...one }] of named.entries()) {
          try {
            const [version] = await documents.publish([content], allow_outside, waiterOf(owner));
            if (version) offered.push({ ...one, version });
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            problems.push(`${one.file_name}: ${error.message}`);
          }
          report(at + 1);
        }
        if (problems.length > 0) throw new Refusal('invalid', problems.join(' '));
        await changes.by(owner, async (stores, actor) => {
          requireAdministrator(actor);
          await stores.templates.lock();
          requireNew(await stores.templates.all(), ownerFor(actor), offered);
          await addTemplates(stores, { actor, at: now() }, ownerFor(actor), offered);
          await jobs.finish(stores, uuid, { names: offered.map(({ name }) => name) }, NO_KEY);
        });
      });
    },
    /** The caller's last publishing. */
    adding: (actor: Actor): Promise<Job | null> => jobs.read(KIND, actor, NO_KEY),
    dropAdding: (actor: Actor): Promise<void> => jobs.drop(KIND, actor),

    /** Gives a template other HTML; its uuid, its file name and its documents stay. */
    async replace(
      caller: Caller,
      uuid: string,
      { content, file_name: file, allow_outside, version: seen, keep_ids = [] }: ReplaceRequest,
    ): Promise<void> {
      // Checked first, so that no document is parsed in vain.
      requireVersion(changeable(caller, await storage.templates.head(uuid)), seen);
      const kept = new Map(keep_ids.map(({ from, to }) => [to, from]));
      const [version] = await documents.publish([content], allow_outside, waiterOf(caller), kept);
      const withheld = await documents.withheldIn(version?.content ?? content);
      await change(caller, uuid, async (stores, by, template) => {
        requireVersion(template, seen);
        const { name, description } = template;
        if (version) await replaceTemplate(stores, by, template, { name, description, version, file, withheld });
      });
    },

    /** Restores the HTML before the newest one. @param seen the version that the actor has seen */
    async putBack(caller: Caller, uuid: string, seen: number): Promise<void> {
      const before = changeable(caller, await storage.templates.head(uuid));
      requireVersion(before, seen);
      const offered = before.version_before === null ? null : await documents.offered(before.version_before);
      await change(caller, uuid, async (stores, by, template) => {
        requireVersion(template, seen);
        const { version_before } = template;
        if (version_before === null) throw new Refusal('invalid', 'There is no version before this one.');
        await putBackTemplate(stores, by, { ...template, version_before }, offered?.withheld ?? new Set());
      });
    },

    /** @param before the next template in the new order, or null for the last place */
    move: (caller: Caller, uuid: string, before: string | null): Promise<void> =>
      change(caller, uuid, (stores, by, template) => moveTemplate(stores, by, template, before)),
    /** Shows a template in one pane of Command Docs of its organisation, or of the actor's if it is for all. */
    command: (caller: Caller, uuid: string, pane: CommandPane): Promise<void> =>
      changes.by(caller, async (stores, actor) => {
        requireAdministrator(actor);
        const template = foundFor(actor, await stores.templates.head(uuid), 'template');
        if (template.removed_at !== null)
          throw new Refusal('invalid', 'A removed template cannot be in Command Docs: restore it first.');
        await showInCommand(stores, { actor, at: now() }, template, pane);
      }),
    remove: (caller: Caller, uuid: string): Promise<void> =>
      change(caller, uuid, (stores, by, template) => markTemplate(stores, by, template, 'template_removed')),
    restore: (caller: Caller, uuid: string): Promise<void> =>
      change(caller, uuid, (stores, by, template) => markTemplate(stores, by, template, 'template_restored')),

    /** Adds those of the product's templates that are missing. */
    async takeShipped(caller: Caller): Promise<void> {
      requireAdministrator(caller);
      const wanted = shipped();
      const contents = wanted.map(({ content }) => content);
      const versions = await documents.publish(contents, false, waiterOf(caller));
      await changes.by(caller, async (stores, actor) => {
        requireAdministrator(actor);
        const owner = isSiteAdministrator(actor) ? null : actor.organisation;
        await stores.templates.lock();
        const all = await stores.templates.all();
        const isForAll = owner === null || (await stores.organisations.list()).length === 1;
        const again: TemplateHead[] = [];
        const offered = wanted.flatMap(({ content: _content, ...one }, at): Offered[] => {
          const version = versions[at];
          const own = all.filter(({ organisation }) => organisation === null || organisation === owner);
          if (own.some(({ file_name, removed_at }) => file_name === one.file_name && removed_at === null)) return [];
          const removed = own.find(
            ({ file_name, organisation }) => file_name === one.file_name && organisation === owner,
          );
          if (removed) again.push(removed);
          if (removed || !version) return [];
          // With their own ids the build finds its pair of Command Docs, which are for all; another organisation may
          // use these ids already.
          const isFree = isForAll && !all.some(({ uuid }) => uuid === one.uuid);
          return [{ ...one, uuid: isFree ? one.uuid : randomUUID(), version }];
        });
        requireRoom(all, owner, offered.length);
        const by = { actor, at: now() };
        await addTemplates(stores, by, owner, offered);
        for (const template of again) await markTemplate(stores, by, template, 'template_restored');
      });
    },
  };
}
