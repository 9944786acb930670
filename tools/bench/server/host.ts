import { startServer, type TestServer } from '#tests/support/hosts/server.ts';
import { runCommand } from '#server/cli/run.ts';
import type { Floor } from './floors.ts';
import type { Nginx } from './nginx.ts';

/** Location of an installation, as settings: READY_DATA or DATABASE_URL. */
export type Place = Readonly<Record<string, string>>;

/** Environment of the parts of the bench: one engine, and the floors beside it. */
export type Host = {
  engine: 'SQLite' | 'PostgreSQL';
  /** A new and empty installation. */
  newPlace: () => Promise<Place>;
  /** An installation with so many WIPs of one template and archives of one WIP; made at the first call. */
  stocked: (stock: Stock) => Promise<Stocked>;
  floor: Floor;
  nginx: Nginx | null;
};

/** Numbers of WIPs and archives of an installation. */
export type Stock = { wips: number; archives: number };

/** An installation with them: the template of the WIPs, and the WIP of the archives. */
export type Stocked = Stock & { place: Place; template: string; wip: string };

/** Limits that let one user make more calls, and open more streams, than an operator would. */
const LIMITS = {
  LOG_LEVEL: 'silent',
  READY_CALLS_MAX: '1000000',
  READY_STREAMS_MAX: '20000',
  READY_STREAMS_USER_MAX: '20000',
  READY_STREAMS_TOPIC_MAX: '20000',
};

/** Starts the product's server over an installation. An empty one gets the demo's people and templates. */
export function startAt(place: Place): Promise<TestServer> {
  const { READY_DATA: dataDir } = place;
  return startServer({ env: { ...LIMITS, ...place }, ...(dataDir !== undefined && { dataDir }) });
}

/**
 * Runs a command of the product's command line on an installation.
 * @throws with its output, when it fails
 */
export async function command(place: Place, ...words: string[]): Promise<void> {
  let said = '';
  const collect = (text: string): void => void (said += text);
  const code = await runCommand(words, place, { out: collect, error: collect, input: process.stdin });
  if (code !== 0) throw new Error(`${words.join(' ')}: ${said}`);
}
