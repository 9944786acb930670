import { StartError } from '#server/start-error.ts';
import { newestFormat } from '#server/storage/migrations/migrate.ts';
import { StorageUnavailable } from '#server/storage/unavailable.ts';
import { readVersion, versionText } from '#server/version.ts';
import type { Call, Command } from './command.ts';
import { withInstallation } from './installation.ts';

/** Facts of the program, which need no installation. */
export function programFacts(): { text: string; json: object } {
  const [version, { node }] = [readVersion(), process.versions];
  return { text: `Ready ${versionText(version)}, on Node ${node}`, json: { ...version, node } };
}

async function engineOf({ settings, problems, now }: Call): Promise<{ database?: string; problem?: string }> {
  if (problems.length > 0) return { problem: problems.join('\n') };
  try {
    return await withInstallation(settings, { now: now(), may: 'look' }, async ({ db, file }) => {
      if (file !== null) return { database: `SQLite ${process.versions.sqlite}` };
      const { postgresFacts } = await import('#server/storage/engines/postgres.ts');
      return { database: `PostgreSQL ${(await postgresFacts(db)).version}` };
    });
  } catch (error) {
    if (error instanceof StartError || error instanceof StorageUnavailable) return { problem: error.message };
    throw error;
  }
}

/** Command `version`. It answers without an installation too: the reason then takes the place of the database. */
export const versionCommand: Command = {
  name: 'version',
  summary: 'say which version this is: its commit, Node, the database and the format that it has there',
  needs: 'nothing',
  anySettings: true,
  async run(call) {
    const { text, json } = programFacts();
    const engine = await engineOf(call);
    const lines = [text, `Format of the database: ${newestFormat}`, `Database: ${engine.database ?? engine.problem}`];
    return { text: lines.join('\n'), json: { ...json, format: newestFormat, ...engine } };
  },
};
