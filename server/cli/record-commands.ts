import { auditEntry } from '#server/domain/audit/audit.ts';
import { addDropped, NOTHING_DROPPED, type Dropped } from '#server/domain/documents/drop-content.ts';
import { found } from '#server/domain/access.ts';
import { line, organisationOf } from '#server/domain/people/account-names.ts';
import { holdText, releaseHold, setHold } from '#server/domain/holds.ts';
import { createCheckpoints } from '#server/domain/proof/checkpoints.ts';
import { fingerprintOf, verifierLine } from '#server/domain/proof/signed-note.ts';
import { rotateKey } from '#server/domain/proof/signing-key.ts';
import { applyRetention, type Retained } from '#server/domain/documents/retention.ts';
import type { Stores } from '#server/storage/storage.ts';
import type { Hold } from '#server/storage/stores/holds.ts';
import { dayOf, Misuse, UUID, yes, type Call, type Command } from './command.ts';

type HoldWanted = Parameters<typeof setHold>[2];

const KEPT_MAX = 36_500;

/** The records that are to be held; null if no option says it. @throws {Misuse} in words */
function wantedBy({ text }: Call): Omit<HoldWanted, 'reason'> | null {
  const [wip, template, from, to] = (['wip', 'template', 'from', 'to'] as const).map(text);
  if ([wip, template, from, to].every((one) => one === undefined)) return null;
  if (
    (from === undefined) !== (to === undefined) ||
    [wip, template, from].filter((one) => one !== undefined).length !== 1
  )
    throw new Misuse('Say what is held, in one way: --wip, --template, or --from and --to.');
  const uuid = wip ?? template;
  if (uuid !== undefined && !UUID.test(uuid)) throw new Misuse(`'${uuid}' is no uuid.`);
  if (wip !== undefined) return { wip: wip.toLowerCase() };
  if (template !== undefined) return { template: template.toLowerCase() };
  const period = { from: dayOf(from ?? '', '--from').toISOString(), to: dayOf(to ?? '', '--to').toISOString() };
  if (period.from >= period.to) throw new Misuse('--from must be before --to.');
  return period;
}

/** A hold in a line, with what it covers. */
function lineOf(hold: Hold): string {
  const { uuid, wip, template, since, until, released_on, releaser, release_reason } = hold;
  const what = wip ? `document ${wip}` : template ? `template ${template}` : `${since ?? ''} to ${until ?? ''}`;
  const end =
    released_on === null
      ? ''
      : ` (released on ${released_on.slice(0, 10)} by ${releaser ?? 'the command line'}: ${release_reason ?? ''})`;
  return `${uuid}  ${what}, ${holdText(hold)}${end}`;
}

/** The organisation that is named, else the only one. */
async function organisationIn({ text }: Call, stores: Pick<Stores, 'organisations'>): Promise<string> {
  const wanted = text('org');
  if (wanted !== undefined) return (await organisationOf(stores, wanted)).uuid;
  const [one, ...others] = await stores.organisations.list();
  if (!one || others.length > 0) throw new Misuse('Say whose records are held: --org <number or name>.');
  return one.uuid;
}

/** Sentences about what stays. */
export const leftText = ({ shown, held, holds, problems }: Dropped, hint = ''): string[] => [
  ...(shown === 0 ? [] : [`${shown} were left: they are the newest, and walls show them.${hint}`]),
  ...(held === 0 ? [] : [`${held} were left, since they are held:`, ...holds.map((one) => `  ${one}`)]),
  ...problems,
];

const retainedText = ({ uuid, name, days, before, archives, ...left }: Retained, verb: string): string =>
  [
    `${name} (${uuid}), kept for ${days} days: the content of ${archives} archives from before ${before} ${verb}.`,
    ...leftText({ archives, ...left }).map((one) => `  ${one}`),
  ].join('\n');

/** True if something was left for another reason than a wall that shows it. */
const wasLeft = ({ held, problems }: Retained): boolean => held > 0 || problems.length > 0;

/** Commands `records`. */
export const recordCommands: readonly Command[] = [
  {
    name: 'records hold',
    summary: 'hold records, so that nothing removes them or their contents before the hold is released; list the holds',
    options: {
      wip: '<uuid> the records of this document',
      template: '<uuid> in place of it: of all documents of a template',
      from: '<day> such as 2026-01-31 (UTC), with --to: all that was submitted from then on',
      to: '<day> and before the beginning of this day (UTC)',
      org: '<number or name> whose records; needed for a period or a template of all, where there are several',
      reason: '<text> why; it is shown to everybody who tries to remove what is held',
      release: '<uuid> release this hold; it stays listed',
    },
    async run(call, { storage }) {
      const { text } = call;
      const by = { actor: null, at: call.now() };
      const [wanted, release, why] = [wantedBy(call), text('release'), text('reason')];
      if (wanted === null && release === undefined) {
        if (why !== undefined) throw new Misuse('Say what is held, in one way: --wip, --template, or --from and --to.');
        const holds = await storage.holds.list(null);
        return { text: holds.map(lineOf).join('\n') || 'Nothing is held.', json: { holds } };
      }
      if (why === undefined) throw new Misuse('Say why: --reason <text>.');
      const reason = line(why, 'The reason');
      if (wanted !== null && release !== undefined) throw new Misuse('--release releases a hold, and sets none.');
      if (release !== undefined && !UUID.test(release)) throw new Misuse(`--release takes a uuid, not '${release}'.`);
      const hold = await storage.transaction(async (stores) =>
        wanted
          ? setHold(stores, by, { ...wanted, reason }, await organisationOfHold(call, stores, wanted))
          : releaseHold(stores, by, (release ?? '').toLowerCase(), reason),
      );
      return { text: lineOf(hold), json: { hold } };
    },
  },
  {
    name: 'records retention',
    summary:
      'remove the contents that are older than their template or READY_RECORD_DAYS keeps them, for good; their records stay, and are proved as before',
    options: {
      'dry-run': 'say what would be removed, and remove nothing',
      template: '<uuid> with --days: set the days of this template alone, and remove nothing',
      days: `<number> from 1 to ${KEPT_MAX}, or 'none' for READY_RECORD_DAYS`,
      ...yes('number of archives'),
    },
    async run(call, { storage }) {
      const [template, days] = [call.text('template'), call.text('days')];
      if (template !== undefined || days !== undefined) {
        if (
          template === undefined ||
          days === undefined ||
          !/^([1-9]\d{0,4}|none)$/.test(days) ||
          Number(days) > KEPT_MAX
        )
          throw new Misuse(`Give both: --template <uuid> and --days <1 to ${KEPT_MAX}, or none>.`);
        const kept = days === 'none' ? null : Number(days);
        const name = await storage.transaction(async ({ templates, audit }) => {
          const { uuid, organisation, ...head } = found(await templates.head(template.toLowerCase()), 'template');
          await templates.setKeptDays(uuid, kept);
          const detail = `contents are kept for ${kept ?? 'the default number of'} days from now on`;
          await audit.add(auditEntry(call.now(), null, 'retention_applied', { subject: uuid, organisation, detail }));
          return head.name;
        });
        const text =
          kept === null
            ? `${name} has no days of its own any more.`
            : `The contents of ${name} are removed after ${kept} days: each hour by the server, or by: records retention.`;
        return { text, json: { template, days: kept } };
      }
      const isTrial = call.flag('dry-run');
      const all = (trial: boolean): Promise<Retained[]> =>
        applyRetention(storage, call.settings.recordDays, { isTrial: trial }, call.now);
      const would = await all(true);
      const { archives } = would.reduce<Dropped>(addDropped, NOTHING_DROPPED);
      if (would.length === 0)
        return {
          text: 'All contents are kept for ever: READY_RECORD_DAYS is not set, nor the days of a template.',
          json: { templates: [] },
        };
      if (isTrial || archives === 0)
        return {
          text: would.map((one) => retainedText(one, 'would be removed')).join('\n'),
          json: { templates: would },
          isFailure: !isTrial && would.some(wasLeft),
        };
      await call.confirm(
        String(archives),
        `The content of ${archives} archives is removed: nobody can read it any more.`,
      );
      const templates = await all(false);
      return {
        text: templates.map((one) => retainedText(one, 'was removed')).join('\n'),
        json: { templates },
        isFailure: templates.some(wasLeft),
      };
    },
  },
  {
    name: 'records checkpoint',
    summary: 'sign how far the records and the audit log go now; a server does it once an hour by itself',
    async run({ settings: { data, checkpointFile: file }, now }, { storage }) {
      const warnings: string[] = [];
      const checkpoints = createCheckpoints(storage, {
        data,
        file,
        now,
        warn: (text) => warnings.push(text),
        takesAny: true,
      });
      const signed = await checkpoints.sign(false);
      const newest = signed.at(-1) ?? (await storage.checkpoints.newest(null));
      const text = signed.length === 0 ? 'Nothing has changed since the last one:\n' : '';
      return {
        text: [`${text}${newest?.note ?? ''}`.trimEnd(), ...warnings].join('\n'),
        json: { signed: signed.length, checkpoint: newest?.note ?? null, warnings },
        isFailure: warnings.length > 0,
      };
    },
  },
  {
    name: 'records key rotate',
    summary:
      'make a new key for checkpoints, for which the present one vouches; the server uses it at once, and the old one is gone',
    async run({ settings: { data }, now }, { storage }) {
      const { before, now: present } = await rotateKey(storage, data, now());
      const key = verifierLine(present);
      return {
        text: `The key with the fingerprint ${fingerprintOf(present.public)} signs from now on, in place of ${fingerprintOf(before.public)}:\n${key}\nKeep a copy of it elsewhere (records.key), and publish the line above.`,
        json: { key, fingerprint: fingerprintOf(present.public), before: fingerprintOf(before.public) },
      };
    },
  },
];

/** The organisation for a hold that names none by its document or template. */
async function organisationOfHold(
  call: Call,
  stores: Stores,
  { wip, template }: Omit<HoldWanted, 'reason'>,
): Promise<string> {
  const own =
    wip !== undefined
      ? (await stores.wips.head(wip))?.organisation
      : template !== undefined
        ? (await stores.templates.head(template))?.organisation
        : null;
  return own ?? (await organisationIn(call, stores));
}
