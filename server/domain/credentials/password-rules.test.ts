import { expect, it } from 'vitest';
import { newPassword, requireGoodPassword } from './password-rules.ts';

it.each([
  ['short', 'at least 12 characters'],
  ['x'.repeat(1001), 'at most 1000'],
  ['aaaaaaaaaaaaaa', 'guessed first'],
  ['123456789012', 'guessed first'],
  ['ready-demo-1', 'guessed first'],
  ['Password-2026!', 'guessed first'],
  ['Dana.Okafor-2026', 'guessed first'],
])('refuses %s', (password, reason) => {
  expect(() => requireGoodPassword(password, ['dana.okafor'])).toThrow(reason);
});

it('takes long ones of any kind, and its own', () => {
  for (const password of ['correct horse battery', 'ひらがなのながいことばです', newPassword(), newPassword()]) {
    expect(() => requireGoodPassword(password, ['dana'])).not.toThrow();
  }
  expect(newPassword()).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
});
