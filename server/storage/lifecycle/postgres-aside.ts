import { messageOf, StartError } from '#server/start-error.ts';

/**
 * Moves the tables of a PostgreSQL database into a schema of another name, so that an earlier version finds an empty one.
 * @param url DATABASE_URL
 * @param version whose tables they are
 * @returns the name of the schema
 * @throws {StartError} if the database's user may not do that; nothing is changed then
 */
export async function setAside(url: string, version: string): Promise<string> {
  const { singleClient } = await import('#server/storage/engines/postgres-driver.ts');
  const client = singleClient(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>('select current_schema() as name');
    const name = client.escapeIdentifier(rows[0]?.name ?? 'public');
    const aside = `ready_${version}_${new Date().toISOString()}`.replaceAll(/\W/g, '_').toLowerCase();
    await client.query('begin');
    await client.query(`alter schema ${name} rename to ${aside}`);
    await client.query(`create schema ${name}`);
    await client.query('commit');
    return aside;
  } catch (error) {
    throw new StartError(
      `PostgreSQL does not let this user move the newer tables aside (${messageOf(error)}). As PostgreSQL's administrator: alter schema public owner to ready; grant create on database ready to ready; then: ready upgrade --back`,
    );
  } finally {
    await client.end();
  }
}
