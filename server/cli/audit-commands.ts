import { readAudit } from '#server/domain/audit/audit-reading.ts';
import { purgeAudit } from '#server/domain/audit/audit-purge.ts';
import { userOf } from '#server/domain/people/account-names.ts';
import { dayOf, Misuse, required, table, UUID, yes, type Command } from './command.ts';

/** Commands `audit`. */
export const auditCommands: readonly Command[] = [
  {
    name: 'audit',
    summary: 'show the last lines of the audit log, newest first, with the names that things have now',
    options: {
      last: '<number> how many; 50 when it is left out',
      since: '<day> such as 2026-01-31: only from then on (UTC)',
      user: '<username or uuid> only what a user did, or what was done to them',
    },
    async run({ text }, { storage }) {
      const last = text('last') ?? '50';
      if (!/^[1-9]\d{0,5}$/.test(last)) throw new Misuse('--last takes a whole number from 1 to 999999.');
      const [day, user] = [text('since'), text('user')];
      const since = day === undefined ? {} : { since: dayOf(day, '--since').toISOString() };
      // A removed user is known by the uuid alone.
      const wanted = user === undefined || UUID.test(user) ? user : (await userOf(storage, user)).uuid;
      const about = wanted === undefined ? {} : { about: wanted };
      const entries = await readAudit(storage, Number(last), { ...since, ...about });
      const rows = entries.map((one) => [
        one.at,
        one.action,
        one.actor_name ?? one.actor ?? '-',
        one.subject_name ?? one.subject ?? '-',
        one.address ?? '-',
        one.detail ?? '',
      ]);
      const heads = ['WHEN', 'WHAT', 'WHO', 'TO WHAT', 'FROM', ''];
      return { text: table([heads, ...rows]), json: { entries } };
    },
  },
  {
    name: 'audit purge',
    also: '--before <day>',
    summary:
      'take away what the audit log holds of the time before a day, for good; READY_AUDIT_DAYS does it by itself',
    options: { before: '<day> such as 2026-01-31 (UTC); that day stays', ...yes('day') },
    async run(call, { storage }) {
      const day = required(call, 'before', '--before <day>');
      const before = dayOf(day, '--before');
      if (before > call.now()) throw new Misuse(`--before takes a day that has begun, not ${day}.`);
      await call.confirm(day, `What the audit log holds of the time before ${day} is taken away.`);
      const gone = await purgeAudit(storage, before, call.now());
      return { text: `${gone} entries from before ${day} are gone.`, json: { before: before.toISOString(), gone } };
    },
  },
];
