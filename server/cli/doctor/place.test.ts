import { expect, it } from 'vitest';
import type { Finding } from './finding.ts';
import { noteRoom } from './place.ts';

it.each([
  [500_000_000, 'ok', '500 MB free on the disk of /data'],
  [499_000_000, 'warning', 'only 499 MB free on the disk of /data: make room'],
  [50_000_000, 'warning', 'only 50 MB free on the disk of /data: make room'],
  [49_000_000, 'problem', 'only 49 MB free on the disk of /data: make room now. On a full disk nothing is saved'],
])('says of %i free bytes whether it is time to make room', (free, state, text) => {
  const findings: Finding[] = [];
  noteRoom(free, '/data', (found, words) => void findings.push({ state: found, text: words }));
  expect(findings).toEqual([{ state, text }]);
});
