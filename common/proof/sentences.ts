/**
 * The sentences about records and what proves them, in one place: the page that checks a bundle, the button on a record and the command line say the
 * same of the same break.
 */

/** The result of a check: true if everything fits, null if that could not be found out; and sentences that say what was proved and what not. */
export type Checked = { fits: boolean | null; sentences: string[] };

/** The result in a word or two, before its sentences. */
export const resultText = (fits: Checked['fits']): string =>
  fits === null ? 'Not proved.' : fits ? 'Everything fits.' : 'This does not fit:';

/** @param many the plural */
export const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`;

/** Names a record. @param number its place in the chain of its organization */
export const recordText = (number: number, name: string, submittedOn: string, uuid: string): string =>
  `Record no. ${number} (${name}, submitted on ${submittedOn}, ${uuid})`;

/** Names an entry of the audit log. @param number its place in the chain of its organization, or of none */
export const entryText = (number: number, action: string, at: string): string =>
  `Entry no. ${number} of the audit log (${action}, ${at})`;

/** @param named a record or an entry */
export const alteredText = (named: string): string => `${named} was changed: its checksum is another one.`;

/** @param named a record or an entry */
export const misplacedText = (named: string): string =>
  `${named} does not follow the one before it: one was removed, put in or moved there.`;

/** @param hash the SHA-256 that its record has */
export const documentText = (record: string, hash: string): string =>
  `${record}: its document is not what was submitted: its SHA-256 is not ${hash}.`;

/** Kinds of things that a checkpoint counts. */
type Counted = 'records' | 'entries of the audit log' | 'entries of the audit log without an organization';

/** @param count that it names, of `there` */
export const aheadText = (checkpoint: string, at: string, count: number, of: Counted, there: number): string =>
  `${checkpoint}, of ${at}, names ${count} ${of}, and there are ${there} here: the newest ones were removed, or this is an older copy.`;

/** @param count of the one that it names by its link */
export const otherText = (checkpoint: string, at: string, count: number, of: Counted): string =>
  `${checkpoint}, of ${at}, does not fit: no. ${count} of the ${of} is another one here.`;

/** @param by the owner of keys, such as 'this bundle' */
export const unsignedText = (checkpoint: string, by: string): string =>
  `${checkpoint} is not signed by a key of ${by}: it was changed, or is of another installation.`;

/** @param key its fingerprint. @param successor the reason, in words */
export const replacedKeyText = (checkpoint: string, at: string, key: string, successor: string): string =>
  `${checkpoint}, of ${at}, is signed by the key ${key}, which was replaced before, or is not of this installation: ${successor}.`;

/** @param at the time of the newest checkpoint */
export const recordsText = (count: number, at: string): string =>
  `${counted(count, 'record is as it was', 'records are as they were')} submitted, in this order, and none is missing, up to ${at}.`;

export const documentsText = (count: number): string =>
  `${counted(count, 'document is what its record says', 'documents are what their records say')}.`;

/** @param purged older ones */
export const entriesText = (count: number, purged: number): string =>
  `${counted(count, 'entry', 'entries')} of the audit log fit${purged === 0 ? '' : `; ${counted(purged, 'older one was', 'older ones were')} purged, as a later entry says`}.`;

/**
 * @param keys fingerprints, each of the key that signed the next; the last one signed the newest checkpoint
 * @param compare the one to compare, in words
 */
export function keysText(checkpoints: number, keys: readonly string[], compare: string): string {
  const paper =
    keys.length === 1
      ? ', such as a printed record'
      : '. A printed record names the key of its day, which must be one of these';
  return `${counted(checkpoints, 'checkpoint is', 'checkpoints are')} signed. Keys, by their fingerprints: ${keys.join(', which signed ')}, which signed the newest checkpoint. Compare ${compare} with a copy from elsewhere${paper}.`;
}

/** @param at the time of the newest checkpoint */
export const endText = (at: string): string => `Nothing after ${at} is proved.`;

/** The limits of any such proof. */
export const LIMITS =
  'This does not prove who sat at a keyboard, nor that nobody who had the server and its key wrote another history before the first time stamp, or the first checkpoint that was kept elsewhere.';

/** One record that fits. @param removedOn the day on which its document was removed */
export const soundText = (record: string, removedOn: string | null): string =>
  `${record} is as it was submitted${removedOn === null ? ', and so is its document' : `; its document was removed on ${removedOn}`}.`;

/**
 * Says by which checkpoint one record is proved.
 * @param no its place in the chain of its organization
 * @param count of the one that the checkpoint names by its link
 * @param key the fingerprint of the one that signed the checkpoint
 */
export const provedByText = (no: number, at: string, count: number, key: string): string =>
  `${no === count ? 'It is named by' : `None is missing between it and no. ${count}, which is named by`} the checkpoint of ${at}, signed by the key with the fingerprint ${key}. Compare that with a copy from elsewhere, such as a printed record.`;

/** @param reached the last place in the chain that was checked. @param to that of the checkpoint */
export const unreachedText = (reached: number, to: number): string =>
  `It fits with those after it, which were checked up to no. ${reached}. Nothing that was signed is among them, so that nothing proves it yet: the first checkpoint that covers it names no. ${to}, and checking up to there takes longer than an answer may. The command archive verify checks all records, and so does a bundle.`;

export const UNSIGNED_YET =
  'No checkpoint has it yet, and without one nothing proves it: the server signs one within an hour.';

export const BY_THIS_SERVER =
  'This was checked by the server itself. A bundle, which an administrator takes away, is checked without it.';
