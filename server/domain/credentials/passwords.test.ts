import { describe, expect, it } from 'vitest';
import { createPasswords } from './passwords.ts';

const passwords = createPasswords();

describe('passwords', () => {
  it('match their own hash only, whichever form their accents were typed in', async () => {
    const stored = await passwords.hash('sal\u0065\u0301 de crise');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await passwords.verify('sal\u00e9 de crise', stored)).toBe(true);
    expect(await passwords.verify('sale de crise', stored)).toBe(false);
    expect(await passwords.verify('', stored)).toBe(false);
  });

  it('read what the reference implementation wrote', async () => {
    // `argon2 somesalt -id -t 2 -m 16 -p 1` of github.com/P-H-C/phc-winner-argon2 (its README and test.c).
    const stored = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await passwords.verify('password', stored)).toBe(true);
    expect(passwords.isOutdated(stored)).toBe(true);
    expect(passwords.isOutdated(await passwords.hash('x'))).toBe(false);
  });

  it('never match for an unknown user or a damaged hash', async () => {
    expect(await passwords.verify('', null)).toBe(false);
    expect(await passwords.verify('password', 'plain')).toBe(false);
  });

  it('turn a crowd away instead of making it wait for minutes', async () => {
    const quick = '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA';
    const refusedOf = async (length: number, networks: number): Promise<PromiseRejectedResult[]> => {
      const checks = Array.from({ length }, (_, at) =>
        passwords.verify('x', quick, { who: `network ${at % networks}`, waiting: null }),
      );
      return (await Promise.allSettled(checks)).filter((one) => one.status === 'rejected');
    };
    const refused = await refusedOf(110, 2);
    expect(refused).toHaveLength(8);
    expect(refused[0]?.reason).toMatchObject({ kind: 'busy', retryAfter: 1 });
    // One network leaves room for the others.
    expect(await refusedOf(110, 1)).toHaveLength(48);
    expect(await passwords.verify('x', null)).toBe(false);
  });
});
