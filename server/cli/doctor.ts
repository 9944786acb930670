import { existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ADMIN_PERMISSION } from '#config/constants.ts';
import { checkTemplate } from '#server/domain/template-check.ts';
import { isDemo } from '#server/seed.ts';
import type { Settings } from '#server/settings.ts';
import { contentHash } from '#server/storage/archive-record.ts';
import { databaseProblems } from '#server/storage/backup.ts';
import type { Installation } from './command.ts';

/** One finding. */
export type Finding = { state: 'ok' | 'warning' | 'problem'; text: string };

const LITTLE_DISK = 500_000_000;
/** The share of PostgreSQL's connections from which on there may soon be none left. */
const CROWDED = 0.8;

/**
 * Looks at an installation.
 * @returns what was found, in words that say what to do
 */
export async function examine(settings: Settings, installation: Installation): Promise<Finding[]> {
  const { storage, db, file, inUse } = installation;
  const findings: Finding[] = [];
  const note: Note = (state, text) => void findings.push({ state, text });

  const place = file === null ? 'this database' : settings.data;
  note('ok', `Node ${process.versions.node}; a server is ${inUse ? '' : 'not '}running on ${place}`);
  if (file === null) await examinePostgres(db, note);
  else examineFolder(settings.data, file, note);
  if (existsSync(join(settings.dist, 'index.html'))) note('ok', 'the application is built');
  else note('problem', `the application is not built: ${settings.dist} has no index.html. Run: npm run build`);
  for (const warning of settings.warnings) note('warning', warning);

  if (await isDemo(storage)) {
    note(
      settings.isProduction ? 'problem' : 'warning',
      'the demo is in here, whose passwords are public: not for real work',
    );
  }
  const users = await storage.users.list(null);
  for (const organisation of await storage.organisations.list()) {
    const own = users.filter((user) => user.organisation === organisation.uuid && user.disabled_at === null);
    const administrators = own.filter((user) => user.permission >= ADMIN_PERMISSION).length;
    const text = `${organisation.name}: ${own.length} users, ${administrators} administrators`;
    note(administrators === 0 ? 'warning' : 'ok', administrators === 0 ? `${text}: nobody can change its users` : text);
  }
  if (users.length === 0) note('warning', 'nobody can sign in yet: org add, then user add --level 4');

  const templates = (await storage.templates.all()).filter((template) => template.removed_at === null);
  for (const { template_version, name } of templates) {
    const content = (await storage.templateVersions.content(template_version)) ?? '';
    if (contentHash(content) !== template_version)
      note('problem', `template ${name}: its HTML is not what was imported. Restore a backup.`);
    const { problems } = checkTemplate(content);
    for (const problem of problems) note('problem', `template ${name}: ${problem}`);
  }
  note(
    templates.length === 0 ? 'warning' : 'ok',
    `${templates.length} templates${templates.length === 0 ? ': template import' : ''}`,
  );
  for (const role of await storage.roles.list()) {
    if (templates.some((template) => template.file_name === role.file_name)) continue;
    note('warning', `the role ${role.name} opens ${role.file_name}, which no template has`);
  }
  return findings;
}

type Note = (state: Finding['state'], text: string) => void;

async function examinePostgres(db: Installation['db'], note: Note): Promise<void> {
  const { postgresFacts } = await import('#server/storage/postgres.ts');
  const { version, bytes, isDurable, connections, most } = await postgresFacts(db);
  note('ok', `PostgreSQL ${version} answers (${bytes} bytes)`);
  if (isDurable) note('ok', 'it has on its disk what it has answered');
  else note('problem', 'it may lose what it has answered: set fsync = on and full_page_writes = on in its settings');
  const busy = `${connections} of ${most} connections are in use`;
  note(connections > most * CROWDED ? 'warning' : 'ok', busy);
}

function examineFolder(data: string, file: string, note: Note): void {
  const damage = databaseProblems(file);
  // The newest writes may stand in the write-ahead log beside the database.
  const bytes = [file, `${file}-wal`].reduce(
    (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  if (damage.length === 0) note('ok', `the database is sound (${bytes} bytes)`);
  for (const text of damage) note('problem', `the database is damaged: ${text}. Restore a backup.`);

  if ((statSync(data).mode & 0o077) === 0) note('ok', 'the data folder is open to its owner alone');
  else note('warning', `the data folder is open to others: chmod 700 ${data}`);
  const disk = statfsSync(data);
  const free = disk.bavail * disk.bsize;
  const room = `${Math.round(free / 1_000_000)} MB free on its disk`;
  note(free < LITTLE_DISK ? 'warning' : 'ok', free < LITTLE_DISK ? `only ${room}: make room` : room);
}
