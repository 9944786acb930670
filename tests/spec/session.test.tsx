import { screen } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { hold } from '#tests/support/fault-answers.ts';
import { mountApp, useFaultHost } from '#tests/support/mount.tsx';
import { shows } from '#tests/support/shows.ts';

const faults = useFaultHost();

describe('the first check of the session', () => {
  it(shows('s2.access.verifying')('is said while it runs'), async () => {
    const host = faults.current;
    const verify = hold();
    host.on('GET /auth/verify', verify.answer);
    const app = mountApp('/dashboard', { host });
    await app.until(() => screen.getByText('Verifying authentication...'));
    await app.until(() => expect(verify.waiting()).toBe(1));
    verify.release();
    await app.until(() => screen.getByRole('heading', { name: 'View Live Docs' }));
    expect(app.address()).toBe('/dashboard');
  });
});
