import { existsSync, lstatSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { StartError } from '#server/start-error.ts';
import { setAside } from '#server/storage/lifecycle/postgres-aside.ts';
import type { Facts } from './facts.ts';
import { onMachine, versionIn } from './machine.ts';
import { stateIn, type Upgrade } from './state.ts';

/**
 * `ready upgrade`, by the program of the new version and as the user who owns the program: `to` a folder, `back`, or
 * `resume` after a process that was cut off. `deploy/ready` starts it with the service's settings, under a lock.
 */
const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    program: { type: 'string', default: '' },
    user: { type: 'string', default: '' },
    group: { type: 'string', default: '' },
    unit: { type: 'string', default: '' },
    folder: { type: 'string', default: '' },
    yes: { type: 'string' },
    watch: { type: 'string', default: '60' },
    backups: { type: 'string' },
  },
});
const { program, user, group, unit, folder } = given;
const machine = onMachine({ program, user, group, unit });
const state = stateIn(machine.versions);
const { settings } = machine;

/** Backups that are kept: the upgrade removes none that others keep. */
const KEPT = '9999';

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

/** The copy that the new version made of the database before it changed its format. */
const copyOf = ({ format }: Upgrade): string =>
  settings.databaseUrl === null
    ? join(settings.data, `ready.db.before-this-version-format-${format}`)
    : join(settings.data, `before-this-version-format-${format}.ndjson`);

async function upgradeTo(): Promise<void> {
  const watch = Number(given.watch);
  if (!(watch > 0)) throw new StartError(`--watch takes seconds, not '${given.watch}'.`);
  const facts = await machine.facts(folder);
  const busy = machine.running();
  if (busy !== null) throw new StartError(`${busy} Nothing was changed.`);
  const backups = given.backups ?? (user === '' ? join(dirname(program), 'backups') : '/var/backups/ready');
  machine.makeBackups(backups);
  // A backup, the copy on which it is verified or tried, and its growth there; the new version's own copy, and its growth.
  const wanted = new Map([[backups, 4 * facts.bytes]]);
  if (existsSync(settings.data)) wanted.set(settings.data, 2 * facts.bytes);
  machine.requireRoom(wanted);
  const current = machine.current();
  const versions = { from: versionIn(current), to: versionIn(folder) };
  const isLink = lstatSync(program).isSymbolicLink();
  for (const inside of [settings.data, backups])
    if (`${resolve(inside)}/`.startsWith(`${current}/`))
      throw new StartError(
        `${inside} is in the folder of the program, which the upgrade replaces: move it elsewhere first. Nothing was changed.`,
      );
  const from = isLink ? current : join(machine.versions, `${versions.from}-before-${versions.to}`);
  const upgrade: Upgrade = {
    step: 'trying',
    by: folder,
    from,
    to: folder,
    versions,
    trial: join(backups, '.ready-trial'),
    backup: null,
    format: facts.format,
    archives: facts.archives,
    audit: facts.audit,
    since: '',
    watch,
    startSeconds: 0,
    isReplacing: false,
    known: await machine.doctor(current),
  };
  state.begin(upgrade);
  try {
    upgrade.backup = (await machine.command(current, ['backup', '--keep', KEPT, backups])).file ?? null;
    say(`Backup, verified: ${upgrade.backup}`);
    const { seconds, problems } = await machine.tryOn(folder, upgrade.trial ?? '', upgrade.backup ?? '');
    const fresh = problems.filter((problem) => !isKnown(problem, upgrade.known));
    if (fresh.length > 0)
      throw new StartError(`Version ${versions.to} does not work on a copy of the data: ${fresh.join('; ')}`);
    upgrade.startSeconds = seconds;
  } catch (error) {
    undo(upgrade);
    if (!(error instanceof StartError)) throw error;
    throw new StartError(`${error.message}\nVersion ${versions.from} runs as before: nothing was changed.`);
  }
  const where = settings.databaseUrl === null ? '' : ' (of the embedded database, since PostgreSQL has no other)';
  say(`Version ${versions.to} works on a copy of the data${where}.`);
  await switchOver(upgrade);
}

/** True for a problem of before, whatever its numbers are now, such as free megabytes. */
function isKnown(problem: string, known: readonly string[]): boolean {
  const withoutNumbers = (text: string): string => text.replace(/\d+/g, '#');
  return known.some((one) => withoutNumbers(one) === withoutNumbers(problem));
}

/** Removes what an upgrade left that has changed nothing. */
function undo({ trial }: Upgrade): void {
  if (trial !== null) rmSync(trial, { recursive: true, force: true });
  state.end();
}

/** Replaces the version. Each part of it can be done twice. */
async function switchOver(upgrade: Upgrade): Promise<void> {
  const { to, versions, watch, known, from } = upgrade;
  const isAgain = upgrade.step === 'switching' && upgrade.since !== '';
  state.begin({ ...upgrade, step: 'switching' });
  await machine.control(to, 'stop');
  const facts = await machine.facts(to).catch(async (error: unknown) => {
    if (!isAgain) await startAgain(upgrade);
    throw error;
  });
  if (facts.isInUse) {
    if (!isAgain) await startAgain(upgrade);
    throw new StartError('Another server uses the data: stop each one, on every machine, and try again.');
  }
  // Facts that an earlier try has noted are from before the new version wrote anything.
  if (!isAgain) Object.assign(upgrade, { ...facts, since: new Date().toISOString() });
  upgrade.step = 'switching';
  const { format, archives, audit, since } = upgrade;
  const noted: Upgrade = { ...upgrade, format, archives, audit, since };
  state.begin(noted);
  let bad: string | null;
  try {
    machine.lead(to, from);
    await machine.control(to, 'start');
    say(`Version ${versions.to} runs; it is watched for ${watch} s.`);
    bad = (await machine.watch(watch, Math.max(watch, 3 * upgrade.startSeconds))) ?? (await newProblem(to, known));
  } catch (error) {
    bad = error instanceof Error ? error.message : 'it could not be put in its place';
  }
  if (bad !== null) return failed(noted, bad);
  state.finish(noted);
  machine.removeOthers([to, from]);
  say(`Upgraded from ${versions.from} to ${versions.to}. The version before returns with: ready upgrade --back`);
}

/** The version before, which nothing has replaced yet, runs on. */
async function startAgain(upgrade: Upgrade): Promise<void> {
  undo(upgrade);
  await machine.control(upgrade.to, 'start');
}

async function newProblem(version: string, known: readonly string[]): Promise<string | null> {
  const found = await machine.doctor(version);
  return found.find((problem) => !isKnown(problem, known)) ?? null;
}

/** The new version stays bad. It goes back by itself if nothing is lost by it. */
async function failed(upgrade: Upgrade, bad: string): Promise<void> {
  const { versions, to, since } = upgrade;
  const { audit } = await machine.facts(to, since);
  // It must not acknowledge anything between the count and its end, which adds an entry to the audit log.
  await machine.control(to, 'stop');
  const now = { ...(await machine.facts(to, since)), audit };
  const lost = lossOf(upgrade, now);
  if (lost !== null) {
    state.finish(upgrade);
    await machine.control(to, 'start').catch(() => {});
    throw new StartError(
      `Version ${versions.to} stays bad: ${bad}. It was not taken back by itself, since that would lose ${lost}. Repair it, or decide: ready upgrade --back`,
    );
  }
  say(`Version ${versions.to} stays bad: ${bad}. It is taken back.`);
  await goBack(upgrade, now);
  throw new StartError(
    `Version ${versions.from} runs again, with all data. Version ${versions.to} was taken back: ${bad}.`,
  );
}

/** Data that the version before cannot read, in words; null if nothing would be lost. */
function lossOf(upgrade: Upgrade, now: Facts): string | null {
  if (now.format === upgrade.format) return null;
  const [submitted, entries] = [now.archives - upgrade.archives, now.audit - upgrade.audit];
  if (submitted + entries + now.saved === 0) return null;
  const parts = [`${submitted} submissions`, `${now.saved} saved documents`, `${entries} entries of the audit log`];
  return `what was written since ${upgrade.since}: ${parts.join(', ')}`;
}

async function confirmLoss(upgrade: Upgrade, lost: string): Promise<void> {
  const { from } = upgrade.versions;
  const aside =
    settings.databaseUrl === null
      ? 'The newer database stays beside it'
      : 'The newer tables stay in a schema of their own';
  const consequence = `Version ${from} cannot read the newer database, so it gets the data of then, without ${lost}. ${aside}.`;
  if (given.yes === undefined && !process.stdin.isTTY)
    throw new StartError(`${consequence} Say that it is meant: ready upgrade --back --yes=${from}`);
  if (given.yes === undefined) process.stdout.write(`${consequence} Type ${from} to go on: `);
  let typed = given.yes;
  if (typed === undefined)
    for await (const line of createInterface({ input: process.stdin })) {
      typed = line;
      break;
    }
  if (typed?.trim() !== from) throw new StartError(`That is not ${from}: nothing was changed.`);
}

async function back(): Promise<void> {
  const upgrade = state.last();
  if (upgrade === null || !existsSync(upgrade.from))
    throw new StartError('There is no version before: none was upgraded here, or it was taken back already.');
  const busy = machine.running();
  if (busy !== null) throw new StartError(`${busy} Nothing was changed.`);
  const now = await machine.facts(upgrade.to, upgrade.since);
  if (now.format !== upgrade.format && !existsSync(copyOf(upgrade)))
    throw new StartError(
      `The data of then are not there any more: ${copyOf(upgrade)} was removed. The backup of then is ${upgrade.backup}: docs/operations.md says how a backup is put back. Nothing was changed.`,
    );
  const lost = lossOf(upgrade, now);
  if (lost !== null) await confirmLoss(upgrade, lost);
  await goBack({ ...upgrade, by: upgrade.to }, now);
  const how = now.format === upgrade.format ? 'all data' : 'the data of then; everybody signs in again';
  say(`Version ${upgrade.versions.from} runs again, with ${how}.`);
}

/**
 * The version before returns. Its link comes first: it refuses a newer database, so nothing is written meanwhile.
 * @param counted facts by which the loss was counted; none when it goes on after it was cut off
 */
async function goBack(begun: Upgrade, counted?: Facts): Promise<void> {
  const upgrade: Upgrade = { ...begun, step: 'back' };
  const { to, from, since } = upgrade;
  state.begin(upgrade);
  await machine.control(to, 'stop');
  if (!upgrade.isReplacing) {
    try {
      const now = await machine.facts(to, since);
      upgrade.isReplacing = now.format !== upgrade.format;
      if (upgrade.isReplacing && counted && (now.archives > counted.archives || now.saved > counted.saved))
        throw new StartError(`Meanwhile more was written: it would lose ${lossOf(upgrade, now)}. Nothing was changed.`);
    } catch (error) {
      if (counted === undefined) throw error;
      state.finish({ ...upgrade, isReplacing: false });
      await machine.control(to, 'start');
      throw error;
    }
    state.begin(upgrade);
  }
  machine.lead(from, from);
  if (upgrade.isReplacing) {
    if (settings.databaseUrl === null) await machine.command(from, ['restore', copyOf(upgrade)]);
    else {
      say(`The newer tables are in the schema ${await setAside(settings.databaseUrl, upgrade.versions.to)}.`);
      await machine.command(from, ['import', copyOf(upgrade)]);
    }
  }
  await machine.control(to, 'start');
  const bad = await machine.watch(1, Math.max(60, 3 * upgrade.startSeconds));
  state.forget();
  if (bad !== null)
    throw new StartError(`Version ${upgrade.versions.from} is in its place again, but ${bad}: ready doctor says more.`);
}

async function resume(): Promise<void> {
  const upgrade = state.running();
  if (upgrade === null) return;
  const { from, to } = upgrade.versions;
  if (upgrade.step === 'trying') {
    undo(upgrade);
    say(`An upgrade from ${from} to ${to} was cut off before anything was changed. Begin it again: ready upgrade FILE`);
  } else if (upgrade.step === 'back') {
    say(`The way back from ${to} to ${from} was cut off: it is finished now.`);
    await goBack(upgrade);
  } else {
    say(`An upgrade from ${from} to ${to} was cut off: it is finished now.`);
    await switchOver(upgrade);
  }
}

const verbs: Readonly<Record<string, () => Promise<void>>> = { to: upgradeTo, back, resume };
try {
  await verbs[positionals[0] ?? '']?.();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
