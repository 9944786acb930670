import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { notesIn, openNote, publicOf, signNote, verifierLine } from './signed-note.ts';

it('reads and publishes notes and keys as other programs do', () => {
  // The example of golang.org/x/mod/sumdb/note.
  const line = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
  const note = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;
  const key = Buffer.from(line.split('+').slice(2).join('+'), 'base64').subarray(1).toString('base64');
  const verifier = { name: 'PeterNeumann', public: key };
  expect(verifierLine(verifier)).toBe(line);
  expect(openNote(note, [verifier])?.lines).toHaveLength(2);
  expect(openNote(note.replace('answer', 'cause'), [verifier])).toBeNull();
});

it('finds the key that signed a note, and each note among others', () => {
  const [one, other] = [generateKeyPairSync('ed25519').privateKey, generateKeyPairSync('ed25519').privateKey];
  const [first, second] = [one, other].map((key) => ({ name: 'ready', public: publicOf(key) }));
  const notes = [signNote(['ready', '1'], one, 'ready'), signNote(['ready', '2', 'key x'], other, 'ready')];
  if (!first || !second) throw new Error('There are two.');
  expect(notesIn(`lost half\n\n${notes.join('\n')}\nready\n3\n`)).toEqual(notes);
  expect(openNote(notes[1] ?? '', [first, second])).toEqual({ lines: ['ready', '2', 'key x'], by: second });
  expect(openNote(notes[1] ?? '', [first])).toBeNull();
});
