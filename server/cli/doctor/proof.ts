import { proveCheckpoints } from '#server/domain/proof/checkpoints.ts';
import { tailOf } from '#server/storage/lifecycle/checkpoint-file.ts';
import { fingerprintOf, publicOf, verifierLine } from '#server/domain/proof/signed-note.ts';
import { signingKey } from '#server/domain/proof/signing-key.ts';
import { STAMPED_WITHIN } from '#server/domain/proof/stamps.ts';
import { keyFileOf, readKey, strangeKey } from '#server/storage/lifecycle/key-file.ts';
import { proveAudit } from '#server/storage/lifecycle/audit-proof.ts';
import type { Examiner } from './finding.ts';

/** Problems that are named one by one. */
const NAMED = 5;

/** Examines the key of the records. */
export const examineKey: Examiner = async ({ settings, installation: { storage }, now }, note) => {
  const found = readKey(settings.data);
  const known = await storage.checkpoints.keys();
  const own = known.find(({ public: one }) => found && one === publicOf(found.key));
  if (found?.warning) note('warning', found.warning);
  if (!found && known.length > 0)
    return note(
      'warning',
      `${keyFileOf(settings.data)} is gone: stop the server and put your copy of it there. Without it the next start makes another key`,
    );
  if (!found || known.length === 0)
    return note('warning', 'the key of the records is not there yet: the next start of the server makes it');
  // Fails for one that another has replaced.
  if (!own || (await signingKey(storage, settings.data, now, false)).isStrange)
    return note('warning', strangeKey(settings.data).message);
  const text = `the key of the records has the fingerprint ${fingerprintOf(own.public)}: ${verifierLine(own)}`;
  return note('ok', `${text}. No backup has it: keep a copy of ${keyFileOf(settings.data)}`);
};

/** Examines the index of the records. */
export const examineRecords: Examiner = async ({ installation: { storage } }, note) => {
  const unread = await storage.records.newestUnread();
  note('ok', `the records can be searched from ${unread?.submitted_on ?? 'the first one'} on`);
  for (const { uuid, name, submitted_on } of await storage.records.unreadable(NAMED))
    note(
      'warning',
      `the document “${name}” of the record ${uuid} of ${submitted_on} cannot be read: it is in the list, but not searched or compared. archive verify says whether it is damaged`,
    );
};

/** Examines the audit log, the checkpoints and their stamps. */
export const examineProof: Examiner = async ({ settings, installation: { storage }, now }, note) => {
  const { entries, problems } = await proveAudit(storage.audit);
  const checked = await proveCheckpoints(storage, tailOf(settings.checkpointFile, problems));
  for (const text of checked.warnings) note('warning', text);
  const all = [...problems, ...checked.problems];
  for (const problem of all.slice(0, NAMED)) note('problem', problem);
  if (all.length > NAMED) note('problem', `${all.length - NAMED} more of these: archive verify lists them`);
  if (all.length === 0)
    note('ok', `${entries} entries of the audit log and ${checked.checkpoints} checkpoints fit together`);
  if (settings.timestampUrl === null) return;
  const waiting = await storage.checkpoints.unstamped(new Date(now.getTime() - STAMPED_WITHIN).toISOString(), 1_000);
  const failed = waiting.find(({ failure }) => failure !== null);
  if (failed)
    note('warning', `${waiting.length} checkpoints wait for a stamp. ${settings.timestampUrl.host}: ${failed.failure}`);
  else note('ok', `${settings.timestampUrl.host} stamps the checkpoints; ${waiting.length} wait`);
};
