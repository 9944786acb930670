import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT } from '#common/config/constants.ts';
import { findRegions } from '#common/document/html/regions.ts';
import { actorOf, found, type Caller } from '#server/domain/access.ts';
import type { Changes } from '#server/domain/changes.ts';
import { createPasswords } from '#server/domain/credentials/passwords.ts';
import { createArchives } from '#server/domain/documents/archives.ts';
import { createDocuments } from '#server/domain/documents/documents.ts';
import { dropContent } from '#server/domain/documents/drop-content.ts';
import { createPutBack } from '#server/domain/documents/submissions.ts';
import { createWips } from '#server/domain/documents/wips.ts';
import { createJobs } from '#server/domain/jobs.ts';
import { createTemplateAdmin } from '#server/domain/templates/template-admin.ts';
import { seedDemo } from '#server/seed.ts';
import { shippedTemplates } from '#server/shipped-templates.ts';
import type { Storage, Stores } from '#server/storage/storage.ts';
import { demo } from './person.ts';
import { openPlace } from './postgres/engines.ts';
import { saving } from './writing.ts';

/** The moment at which 3 AM becomes 2 AM in Europe/Berlin, in the middle of the week. All of the week is past on any machine. */
export const WINTER_TIME = Date.parse('2025-10-26T01:00:00Z');
/** The template that is replaced during the week: it loses a region and gets another one. */
export const REPLACED = { file: 'daily-brief.html', lost: 'blocked', added: 'obstacles' } as const;
/** Region with a figure of the Command Docs' left template. */
export const FIGURE = 'evacuated-people';

const HOUR = 3_600_000;
const [BEGIN, LENGTH] = [WINTER_TIME - 84 * HOUR, 168 * HOUR];
const SUBMISSIONS = 3_000;
const DOCUMENTS = 40;
/** Transactions in which they are written; the week's other events are between two. */
const PARTS = 12;
/** Equal parts of the week at whose beginnings documents are begun. */
const BEGINNINGS = 50;
/** Part of the submissions that the Command Docs get before all others. */
const FOR_WALL = 0.3;
const COMMAND_DOCS: readonly string[] = [COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT];
const WORDS =
  'smoke ridge crew engine north slope wind water supply radio relief medical spot dozer road closed open bridge Łódź 火災 1,240 35 % → “quoted” <b> =412'.split(
    ' ',
  );

type Document = {
  uuid: string | null;
  template: string;
  file: string;
  name: string;
  authors: readonly Caller[];
  rows: object[];
};

/** Returns numbers from 0 to 1, the same ones each time. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

/** Changes without a session. */
function directly(run: <T>(work: (stores: Stores) => Promise<T>) => Promise<T>): Changes {
  const by: Changes['by'] = (caller, work) => run((stores) => work(stores, caller));
  return { by, urgently: by, for: (_waiter, work) => run(work) };
}

const publish = (): void => undefined;

/**
 * Fills an empty installation with the demo and a simulated week, the same one each time: 40 documents of the shipped templates and 3,000 submissions by
 * several users of two organizations, with documents that are renamed and deleted, a template that is replaced, contents that are removed, submissions
 * that are put back, and some in the same millisecond. All of it is made by the server's own services, with the week's clock.
 * @param submissions fewer make the same week with less detail, sooner
 */
export async function simulateWeek(
  place: Readonly<Record<string, string>>,
  submissions: number = SUBMISSIONS,
): Promise<void> {
  const open = await openPlace(place);
  try {
    await seedDemo(open.storage, createPasswords(), new Date(BEGIN));
    await play(open.storage, submissions);
  } finally {
    await open.close();
  }
}

async function usersOf(storage: Storage): Promise<(...names: string[]) => Caller[]> {
  const users = await storage.users.list(null);
  const waiting = new AbortController().signal;
  return (...names) =>
    names.map((name) => ({
      ...actorOf(found(users.find(({ username }) => username === name) ?? null, 'user')),
      family: '',
      waiting,
    }));
}

/** The demo's documents, and further ones of each template that are not begun yet. */
async function documentsOf(storage: Storage): Promise<Document[]> {
  const callersOf = await usersOf(storage);
  const teams = [
    callersOf(demo.administrator, demo.writer, demo.otherWriter, demo.writerWithoutRoles),
    callersOf(demo.foreignAdministrator, demo.foreignWriter),
  ];
  const templates = await storage.templates.all();
  const of = async (template: string, name: string, uuid: string | null, team = 0): Promise<Document> => {
    const { file_name: file } = found(templates.find((one) => one.uuid === template) ?? null, 'template');
    const authors: Caller[] = [];
    for (const [at, caller] of (teams[team] ?? []).entries()) {
      const { exists, held } = await storage.roles.forFile(file, caller.uuid);
      if (at === 0 || !exists || held) authors.push(caller);
    }
    return { uuid, template, file, name, authors, rows: [] };
  };
  const all: Document[] = [];
  for (const { uuid } of templates) {
    for (const [at, team] of teams.entries())
      for (const wip of await storage.wips.list(uuid, team[0]?.organisation ?? ''))
        all.push(await of(uuid, wip.name, wip.uuid, at));
  }
  for (let at = 0; all.length < DOCUMENTS; at += 1) {
    const { uuid = '', name = '' } = templates[at % templates.length] ?? {};
    all.push(await of(uuid, `${name} ${at + 1}`, null, at % 5 === 4 ? 1 : 0));
  }
  return all;
}

async function play(storage: Storage, submissions: number): Promise<void> {
  const random = sequence(2025);
  const some = <T>(all: readonly T[]): T => found(all[Math.floor(random() * all.length)] ?? null, 'choice');
  let clock = BEGIN;
  const now = (): Date => new Date(clock);
  const times = Array.from({ length: submissions }, () => BEGIN + Math.floor(random() * LENGTH)).toSorted(
    (one, other) => one - other,
  );
  const all = await documentsOf(storage);
  const begun = all.filter(({ uuid }) => uuid !== null);
  const later = all.filter(({ uuid }) => uuid === null);
  const textRegions = new Map(
    shippedTemplates().map(({ file_name: file, content }) => [
      file,
      findRegions(content, 'marked').flatMap(({ id, kind }) => (kind === 'text' ? [id] : [])),
    ]),
  );
  /** Archives of each template and organization, in their order. */
  const said = new Map<string, string[]>();
  const saidOf = ({ template, authors: [author] }: Document): string[] => {
    const key = `${template} ${author?.organisation}`;
    const list = said.get(key) ?? [];
    said.set(key, list);
    return list;
  };

  const textOf = (region: string): string =>
    region === FIGURE ? String(Math.floor(random() * 900)) : Array.from({ length: 3 }, () => some(WORDS)).join(' ');
  const editsOf = (file: string): Record<string, string> => {
    const regions = textRegions.get(file) ?? [];
    const chosen = Array.from({ length: 1 + Math.floor(random() * 3) }, () => some(regions));
    if (regions.includes(FIGURE) && random() < 0.5) chosen.push(FIGURE);
    return Object.fromEntries(chosen.map((region) => [region, textOf(region)]));
  };

  /** @param isTwin true if it gets the millisecond of the one before it, as an imported one may have */
  const submitOne = async (
    stores: Stores,
    documents: ReturnType<typeof createDocuments>,
    document: Document,
    isTwin: boolean,
  ): Promise<void> => {
    const last: Stores['archives']['last'] = async (template, organisation) => ({
      ...(await stores.archives.last(template, organisation)),
      ...(isTwin && { moment: null }),
    });
    const own: Stores = { ...stores, archives: { ...stores.archives, last } };
    const changes = directly((work) => work(own));
    const wips = createWips({ stores: own, changes, documents, publish, now });
    const author = some(document.authors);
    if (document.file === 'activity-log.html')
      document.rows.push({ id: `row-${document.rows.length}`, time: '05:40', activity: textOf('') });
    const save = saving(document.name, editsOf(document.file), document.rows.slice(-20));
    const wip = document.uuid
      ? await wips.update(author, document.uuid, save)
      : await wips.create(author, document.template, save);
    document.uuid = wip.uuid;
    const archive = found(await wips.submit(author, wip.uuid, null), 'submission');
    saidOf(document).push(archive.uuid);
  };

  const between: Readonly<Record<number, () => Promise<unknown>>> = {
    4: async () => {
      for (const document of begun.slice(0, 5)) document.name = `${document.name} (north)`;
    },
    6: () => replaceTemplate(storage, now),
    8: async () => {
      const documents = createDocuments(storage.templateVersions);
      const changes = directly((work) => storage.transaction(work));
      const wips = createWips({ stores: storage, changes, documents, publish, now });
      for (const { authors, uuid } of begun.splice(8, 3)) {
        const [author] = authors;
        if (author && uuid) await wips.remove(author, uuid);
      }
      await documents.close();
    },
    11: async () => {
      for (const list of said.values())
        for (const archive of [3, 4, 9].flatMap((at) => list[at] ?? []))
          await dropContent(storage, { archive }, { isForced: true }, now);
    },
  };

  const placeOf = (part: number): number => Math.floor((part * submissions) / PARTS);
  const apart = Math.floor(submissions / BEGINNINGS);
  for (let part = 0; part < PARTS; part += 1) {
    // oxlint-disable no-await-in-loop -- in their order
    await between[part]?.();
    await storage.transaction(async (stores) => {
      const documents = createDocuments(stores.templateVersions);
      let before: Document | null = null;
      for (let at = placeOf(part); at < placeOf(part + 1); at += 1) {
        const next: Document | undefined = at % apart === 0 ? later.shift() : undefined;
        if (next) begun.push(next);
        const isTwin = before !== null && at % 100 === 50;
        if (!isTwin) clock = times[at] ?? clock;
        const wall = begun.filter((one) => COMMAND_DOCS.includes(one.template));
        const { template, authors } = before ?? {};
        const alike = begun.filter(
          (one) => one.template === template && one.authors[0]?.organisation === authors?.[0]?.organisation,
        );
        const isForWall = !isTwin && random() < FOR_WALL;
        const document: Document = next ?? some(isTwin ? alike : isForWall ? wall : begun);
        const list = saidOf(document);
        const [again, newest] = list.slice(-2);
        if (at % 250 === 249 && again && newest) {
          const changes = directly((work) => work(stores));
          const putBack = createPutBack(stores, documents, changes, publish, now);
          const [author] = document.authors;
          const archive = author && (await putBack.again(author, again, newest));
          list.push(found(archive ?? null, 'submission').uuid);
        } else await submitOne(stores, documents, document, isTwin);
        before = document;
      }
      await documents.close();
    });
    // oxlint-enable no-await-in-loop
  }
}

async function replaceTemplate(storage: Storage, now: () => Date): Promise<void> {
  const [by] = (await usersOf(storage))(demo.siteAdministrator);
  const template = (await storage.templates.all()).find(({ file_name: file }) => file === REPLACED.file);
  const content = shippedTemplates().find(({ file_name: file }) => file === REPLACED.file)?.content ?? '';
  const documents = createDocuments(storage.templateVersions);
  const changes = directly((work) => storage.transaction(work));
  const admin = createTemplateAdmin({
    storage,
    changes,
    jobs: createJobs(storage, now),
    documents,
    archives: createArchives(storage),
    shipped: shippedTemplates,
    now,
  });
  const { uuid, version } = found(template ?? null, 'template');
  await admin.replace(found(by ?? null, 'user'), uuid, {
    version,
    file_name: REPLACED.file,
    content: content.replace(`id="${REPLACED.lost}"`, `id="${REPLACED.added}"`),
    allow_outside: false,
  });
  await documents.close();
}
