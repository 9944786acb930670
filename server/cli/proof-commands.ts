import { createCheckpoints } from '#server/domain/proof/checkpoints.ts';
import { fingerprintOf, verifierLine } from '#server/domain/proof/signed-note.ts';
import { rotateKey } from '#server/domain/proof/signing-key.ts';
import type { Command } from './command.ts';

/** Commands `records`. */
export const proofCommands: readonly Command[] = [
  {
    name: 'records checkpoint',
    summary: 'sign how far the records and the audit log go now; a server does it once an hour by itself',
    async run({ settings: { data, checkpointFile: file }, now }, { storage }) {
      const warnings: string[] = [];
      const checkpoints = createCheckpoints(storage, { data, file, now, warn: (text) => warnings.push(text) });
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
