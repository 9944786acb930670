import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import type { DemoSignIn } from '#common/config/env.ts';
import type { DocumentPlan } from '#common/document/plan/document-plan.ts';
import { findingEntries } from '#common/document/plan/record-entries.ts';
import { atOnce } from '#common/document/text/in-slices.ts';
import { shippedTemplates } from './shipped-templates.ts';
import { indexNext } from './domain/documents/record-index.ts';
import { renderingStored, writtenAfter } from './domain/documents/written.ts';
import type { Passwords } from '#server/domain/credentials/passwords.ts';
import { archiveRecord, contentHash, packText } from './storage/archive-record.ts';
import type { Storage, Stores } from './storage/storage.ts';
import type { WrittenText } from './storage/stores/wips.ts';

const root = resolve(import.meta.dirname, '..');
const MINUTE = 60_000;
/** The setting that marks a database with the demo; its value is the time of the seeding. */
const DEMO = 'demo_since';

const values = v.record(v.string(), v.string());
const people = v.object({
  passwords: v.record(v.string(), v.string()),
  organisations: v.array(v.object({ uuid: v.string(), organization_id: v.number(), name: v.string() })),
  users: v.array(
    v.object({
      uuid: v.string(),
      username: v.string(),
      name: v.string(),
      email: v.string(),
      organisation: v.string(),
      permission: v.number(),
    }),
  ),
});
const roles = v.array(
  v.object({ uuid: v.string(), name: v.string(), file_name: v.string(), holders: v.array(v.string()) }),
);
const seedWip = v.object({
  uuid: v.string(),
  template: v.string(),
  organisation: v.string(),
  author: v.string(),
  name: v.string(),
  description: v.string(),
  createdMinutesBeforeNow: v.number(),
  updatedMinutesBeforeNow: v.number(),
  values,
  new_attributes: v.array(v.unknown()),
  submissions: v.array(
    v.object({
      archive_uuid: v.string(),
      minutesBeforeNow: v.number(),
      author: v.string(),
      values,
      new_attributes: v.optional(v.array(v.unknown())),
    }),
  ),
});

/** Reads and checks a file of the project. */
function read<const S extends v.GenericSchema>(schema: S, ...path: string[]): v.InferOutput<S> {
  return v.parse(schema, JSON.parse(readFileSync(join(root, ...path), 'utf8')));
}

const DOES: Readonly<Record<number, string>> = { 1: 'reads', 2: 'writes and submits', 3: 'administers' };

/** The demo's sign-ins that are offered: the first user of each level except the site's administrator. */
export function demoSignIns(): (DemoSignIn & { permission: number })[] {
  const { users, passwords } = read(people, 'server', 'seed-data', 'people.json');
  return Object.entries(DOES).flatMap(([level, does]) => {
    const permission = Number(level);
    const user = users.find((one) => one.permission === permission);
    return user ? [{ username: user.username, password: passwords[permission] ?? '', permission, does }] : [];
  });
}

/**
 * Fills an empty database with the demo of `server/seed-data/README.md`, all of it or nothing.
 * @param now the moment to which the demo's times are relative
 */
export async function seedDemo(storage: Storage, passwords: Passwords, now: Date): Promise<void> {
  const { organisations, users, passwords: passwordOf } = read(people, 'server', 'seed-data', 'people.json');
  const hashes = await Promise.all(users.map((user) => passwords.hash(passwordOf[user.permission] ?? '')));
  const created_at = now.toISOString();
  await storage.transaction(async (stores) => {
    for (const organisation of organisations) await stores.organisations.add(organisation);
    for (const [at, user] of users.entries()) {
      await stores.users.add({ ...user, password_hash: hashes[at] ?? '', password_until: null, created_at });
    }
    for (const { holders, ...role } of read(roles, 'server', 'seed-data', 'roles.json')) {
      await stores.roles.add(role);
      for (const holder of holders) await stores.roles.assign(role.uuid, holder);
    }
    await seedTemplates(stores, created_at);
    await stores.settings.set(DEMO, created_at);
    const files = readdirSync(join(root, 'server', 'seed-data', 'wips')).filter((name) => name.endsWith('.json'));
    for (const file of files.toSorted()) {
      await seedDocument(stores, read(seedWip, 'server', 'seed-data', 'wips', file), now);
    }
  });
}

/** True if a database was filled with the demo. */
export async function isDemo({ settings }: Pick<Storage, 'settings'>): Promise<boolean> {
  return (await settings.get(DEMO)) !== null;
}

async function seedTemplates(stores: Stores, created_at: string): Promise<void> {
  // Seeding needs the HTML parser, which no other start does.
  const { templateVersion } = await import('./storage/template-version.ts');
  for (const [position, { content, ...template }] of shippedTemplates().entries()) {
    const version = templateVersion(content);
    await stores.templateVersions.add(version);
    const template_version = version.hash;
    await stores.templates.add({ ...template, organisation: null, template_version, position, created_at });
  }
}

const edited = (all: v.InferOutput<typeof values>) => Object.entries(all).map(([id, value]) => ({ id, value }));

async function seedDocument(stores: Stores, wip: v.InferOutput<typeof seedWip>, now: Date): Promise<void> {
  const before = (minutes: number): string => new Date(now.getTime() - minutes * MINUTE).toISOString();
  const template = await stores.templates.head(wip.template);
  if (!template) throw new Error(`The demo's document '${wip.name}' names a template that is not there.`);
  const { template_version } = template;
  const source = (await stores.templateVersions.content(template_version)) ?? '';
  const plan = JSON.parse((await stores.templateVersions.plan(template_version)) ?? '') as DocumentPlan;
  const { uuid, organisation, author, name, description, new_attributes } = wip;
  const after = (base: WrittenText, all: v.InferOutput<typeof values>, rows: unknown[]): WrittenText =>
    writtenAfter(plan, base, { edited_attributes: edited(all), new_attributes: rows });
  const written = after({ values: '{}', rows: null }, wip.values, new_attributes);
  const made = { template: template.uuid, organisation, name };
  await stores.wips.add({
    uuid,
    ...made,
    ...written,
    template_version,
    author,
    description,
    line_breaks: 'marked',
    created_at: before(wip.createdMinutesBeforeNow),
    updated_at: before(wip.updatedMinutesBeforeNow),
  });
  for (const submission of wip.submissions) {
    const submitted = after(written, submission.values, submission.new_attributes ?? new_attributes);
    const html = atOnce(renderingStored(source, plan, submitted));
    const { checksum } = await stores.archives.last(template.uuid, organisation);
    const head = {
      uuid: submission.archive_uuid,
      wip: uuid,
      ...made,
      file_name: template.file_name,
      format: 'html',
      submitted_on: before(submission.minutesBeforeNow),
      author: submission.author,
    };
    const parts = { template_version, line_breaks: 'marked' as const, content_hash: contentHash(html) };
    const entries = atOnce(findingEntries({ html, lines: 'marked' }));
    const changed = await indexNext(stores.records, head, entries);
    const record = archiveRecord(head, { ...parts, packed: await packText(html) }, checksum);
    await stores.archives.add({ ...record, indexed: { changed } });
  }
}
