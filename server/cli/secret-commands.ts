import { rotateSecret } from '#server/domain/session/secret.ts';
import type { Command } from './command.ts';

/** Commands `secret`. */
export const secretCommands: readonly Command[] = [
  {
    name: 'secret rotate',
    summary:
      'make a new secret for anti-forgery values and sessions, as after a stolen backup; everybody signs in anew',
    async run({ now }, { storage }) {
      const ended = await rotateSecret(storage, now());
      const text = `The installation has a new secret. ${ended} sessions were ended: everybody signs in anew.`;
      return { text, json: { ended } };
    },
  },
];
