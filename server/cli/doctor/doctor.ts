import { once } from 'node:events';
import { lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ADMIN_PERMISSION } from '#common/config/constants.ts';
import { lackOf } from '#server/built.ts';
import { mostOf } from '#server/domain/budgets.ts';
import { aheadOfClock } from '#server/domain/clock.ts';
import { createIdentityProvider, ProviderTrouble } from '#server/domain/session/identity-provider.ts';
import { soundnessOf } from '#server/domain/soundness.ts';
import { checkTemplate } from '#server/domain/uploads/template-check.ts';
import { listenError } from '#server/listen-error.ts';
import { isDemo } from '#server/seed.ts';
import { messageOf, StartError } from '#server/start-error.ts';
import { contentHash } from '#server/storage/archive-record.ts';
import { StorageUnavailable } from '#server/storage/unavailable.ts';
import type { Command } from '../command.ts';
import { withInstallation } from '../installation.ts';
import { examineBackups } from './backups.ts';
import { examineCertificate } from './certificate.ts';
import type { Examiner, Finding, Note, OutsideExaminer, Surroundings } from './finding.ts';
import { examinePlace } from './place.ts';
import { examineKey, examineProof, examineRecords } from './proof.ts';

/** Examines the settings with which a server would start. */
const examineSettings: OutsideExaminer = ({ settings, problems }, note) => {
  for (const problem of problems) note('problem', problem);
  for (const warning of settings.warnings) note('warning', warning);
  if (problems.length === 0) note('ok', 'the settings can be used');
};

/**
 * Checks that this machine has the address on which a server would listen: on a free port, since a server may be
 * running on its own.
 */
const examineAddress: OutsideExaminer = async ({ settings: { host, port } }, note) => {
  const { createServer } = process.getBuiltinModule('node:net');
  const listener = createServer();
  try {
    await once(listener.listen(0, host), 'listening');
  } catch (error) {
    const startError = listenError(error, { host, port });
    if (!(startError instanceof StartError)) throw error;
    note('problem', startError.message);
  } finally {
    listener.close();
  }
};

/** Examines the built application. */
const examineApplication: OutsideExaminer = ({ settings }, note) => {
  const lack = lackOf(settings.dist);
  note(lack === null ? 'ok' : 'problem', `the application ${lack ?? 'is built'}`);
};

/** @throws {Error} a file system's error, if this system user may not read the folder */
function foreignFiles(data: string): string[] {
  const folder = statSync(data, { throwIfNoEntry: false });
  if (!folder?.isDirectory()) return [];
  return readdirSync(data).filter((name) => {
    const file = lstatSync(join(data, name), { throwIfNoEntry: false });
    return file !== undefined && file.uid !== folder.uid;
  });
}

/**
 * Checks the owner of the files in the data folder: a command of another system user may have left some that the server
 * cannot write.
 */
const examineOwners: OutsideExaminer = ({ settings: { data, databaseUrl } }, note) => {
  if (databaseUrl !== null) return;
  let foreign: string[];
  try {
    foreign = foreignFiles(data);
  } catch (error) {
    note('problem', `whose the files in ${data} are cannot be seen: ${messageOf(error)}`);
    return;
  }
  if (foreign.length === 0) return;
  const [are, them] = foreign.length === 1 ? ['belongs', 'it'] : ['belong', 'them'];
  note(
    'problem',
    `${foreign.join(', ')} in ${data} ${are} to another user than the folder: the server may not be able to write ${them}. Run: chown -R --reference=${data} ${data}`,
  );
};

/**
 * Checks that the identity provider answers. While it does not, users with a password of this site can still sign in.
 */
const examineProvider: OutsideExaminer = async ({ settings: { identityProvider }, now }, note) => {
  if (identityProvider === null) return;
  const { name, issuer } = identityProvider;
  try {
    await createIdentityProvider(identityProvider, () => now).look();
    note('ok', `${name} answers at ${issuer.href}`);
  } catch (error) {
    if (!(error instanceof ProviderTrouble)) throw error;
    const what = error.kind === 'away' ? 'does not answer' : `gives no description of a provider (${error.reason})`;
    note('warning', `${name} ${what} at ${issuer.href}: nobody can sign in by it just now. Look at READY_OIDC_ISSUER`);
  }
};

/** Checks that the organizations exist to which groups of the provider belong. */
const examineProvidedOrganizations: Examiner = async (
  { settings: { identityProvider }, installation: { storage } },
  note,
) => {
  if (identityProvider === null) return;
  const { organization, organizations } = identityProvider;
  const all = await storage.organisations.list();
  const known = all.flatMap((one) => [one.name, String(one.organization_id)]);
  const wanted = [...organizations.map((one) => one.organization), ...(organization === null ? [] : [organization])];
  for (const missing of new Set(wanted.filter((one) => !known.includes(one)))) {
    note(
      'problem',
      `people of ${identityProvider.name} belong to the organization '${missing}', which does not exist: org add, or correct READY_OIDC_ORGANIZATION and READY_OIDC_ORGANIZATIONS`,
    );
  }
};

/** Checks that the database has the format of this version, and that its content can be used. */
const examineSoundness: Examiner = async ({ installation }, note) => {
  const { problems } = await soundnessOf(installation);
  for (const problem of problems) note('problem', problem);
  if (problems.length === 0) note('ok', 'the database has the form of a new one');
};

/** Checks that the machine's clock agrees with stored times. */
const examineClock: Examiner = async ({ installation: { storage }, now }, note) => {
  const ahead = await aheadOfClock(storage, now);
  note(ahead === null ? 'ok' : 'warning', ahead ?? 'nothing that is kept is ahead of this machine’s clock');
};

/** Names the user who stores most, and warns if a budget is nearly used up. */
const examineBudgets: Examiner = async ({ settings, installation: { storage }, now }, note) => {
  const most = await mostOf(storage, settings.budgets, now);
  if (most?.isNearly) note('warning', `${most.text}: a budget is nearly used up (docs/server.md, Limits)`);
  else if (most) note('ok', most.text);
};

/** Counts the users who can sign in, and the administrators who can change them. */
const examinePeople: Examiner = async ({ settings, installation: { storage } }, note) => {
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
};

/** Examines the roles: the files that they open, and their holders. */
const examineRoles: Examiner = async ({ installation: { storage } }, note) => {
  const templates = (await storage.templates.all()).filter((template) => template.removed_at === null);
  const able = new Set(
    (await storage.users.list(null)).flatMap((user) => (user.disabled_at === null ? [user.uuid] : [])),
  );
  const holders = (await storage.roles.holders()).filter(({ user }) => able.has(user));
  for (const role of await storage.roles.list()) {
    if (!templates.some((template) => template.file_name === role.file_name))
      note('warning', `the role ${role.name} opens ${role.file_name}, which no template has`);
    if (!holders.some((one) => one.role === role.uuid))
      note(
        'warning',
        `nobody holds the role ${role.name}: assign it (role assign), or remove it (role remove), since ${role.file_name} is for holders of its roles and administrators alone`,
      );
  }
};

/** Examines the templates. */
const examineTemplates: Examiner = async ({ installation: { storage } }, note) => {
  const templates = (await storage.templates.all()).filter((template) => template.removed_at === null);
  for (const { template_version, name } of templates) {
    const content = (await storage.templateVersions.content(template_version)) ?? '';
    if (contentHash(content) !== template_version)
      note('problem', `template ${name}: its HTML is not what was imported. Restore a backup.`);
    const { problems, repeated } = checkTemplate(content);
    for (const problem of problems) note('problem', `template ${name}: ${problem}`);
    for (const sentence of repeated) note('warning', `template ${name}: ${sentence}`);
  }
  note(
    templates.length === 0 ? 'warning' : 'ok',
    `${templates.length} templates${templates.length === 0 ? ': template import' : ''}`,
  );
};

const outside: readonly OutsideExaminer[] = [
  examineSettings,
  examineAddress,
  examineApplication,
  examineCertificate,
  examineOwners,
  examineProvider,
];
const examiners: readonly Examiner[] = [
  examinePlace,
  examineSoundness,
  examineClock,
  examineBackups,
  examineBudgets,
  examinePeople,
  examineProvidedOrganizations,
  examineRoles,
  examineTemplates,
  examineKey,
  examineRecords,
  examineProof,
];

/**
 * Examines an installation and its surroundings, and changes neither.
 * @returns findings, in words that say what to do
 */
export async function examine(surroundings: Surroundings): Promise<Finding[]> {
  const findings: Finding[] = [];
  const note: Note = (state, text) => void findings.push({ state, text });
  const { settings, now, isPlaceUnknown } = surroundings;
  for (const examiner of outside) await examiner(surroundings, note);
  // The data folder may have another installation than the one that is meant.
  if (isPlaceUnknown) return findings;
  try {
    await withInstallation(settings, { now, may: 'look' }, async (installation) => {
      for (const examiner of examiners) {
        try {
          await examiner({ ...surroundings, installation }, note);
        } catch (error) {
          const said = installation.inWords(error);
          if (!(said instanceof StartError)) throw said;
          if (!findings.some(({ text }) => text === said.message)) note('problem', said.message);
        }
      }
    });
  } catch (error) {
    if (!(error instanceof StartError || error instanceof StorageUnavailable)) throw error;
    note('problem', error.message);
  }
  return findings;
}

/** Command `doctor`. It opens the installation by itself, since a failure to open it is a finding. */
export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'look at the settings and the installation and say what is wrong; exit code 1 when something is',
  needs: 'nothing',
  anySettings: true,
  async run({ settings, problems, isPlaceUnknown, now }) {
    const findings = await examine({ settings, problems, isPlaceUnknown, now: now() });
    const isFailure = findings.some((finding) => finding.state === 'problem');
    const text = findings.map((finding) => `${finding.state.padEnd(7)}  ${finding.text}`).join('\n');
    return { text, json: { findings }, isFailure };
  },
};
