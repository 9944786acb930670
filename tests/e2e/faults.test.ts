import { describe, expect } from 'vitest';
import { held, redirect, refused, usual } from '#tests/support/hosts/fake-answers.ts';
import { shows } from '#tests/support/shows.ts';
import { plainIt as it } from './app-test.ts';
import { buildStormPage } from './storm/storm-build.ts';

/** `page` makes a hundred calls in a session that has ended. */
const storm = it
  .extend('dist', { scope: 'file' }, ({}, { onCleanup }) => buildStormPage(onCleanup))
  .extend('page', async ({ host, person }) => {
    await person.goto('/');
    await person.page.evaluate(() => window.stormPage.signedIn());
    host.requests.length = 0;
    host.expireSession();
    return person.page;
  });

describe('the built application at a plain host', () => {
  it(
    shows('d3.opaque-redirect s4.refresh.on-302 s7.no-redirects d2.plain-host')(
      "takes the browser's opaque redirect of /auth/verify for a 401: one refresh, then the page",
    ),
    async ({ host, person }) => {
      host.on('GET /auth/verify', redirect('/v1/roles'), usual);
      await person.goto('/dashboard');
      await person.sees('Command Docs');
      expect(host.seen('POST /auth/refresh-token')).toHaveLength(1);
      expect(host.seen('GET /auth/verify')).toHaveLength(2);
      expect(host.seen('GET /v1/roles')).toEqual([]);
    },
  );

  it(
    shows('s9.panes s2.command.left s2.command.right')('gives the two panes 9/12 and 3/12 of the width'),
    async ({ person }) => {
      await person.goto('/multiple-dashboard/t-board/t-brief');
      await person.sees('No recent archive found for this template. Try submitting!');
      const panes = person.page.getByRole('region');
      await expect.poll(() => panes.count()).toBe(2);
      const boxes = await panes.evaluateAll((elements) =>
        elements.map((element) => element.getBoundingClientRect().toJSON() as DOMRect),
      );
      const [left, right] = boxes;
      expect((left?.width ?? 0) / (right?.width ?? 1)).toBeCloseTo(3, 1);
      expect(left?.left).toBeLessThan(right?.left ?? 0);
      expect(left?.top).toBe(right?.top);
    },
  );
});

describe('a hundred calls that are refused at the same time', () => {
  storm(
    shows('s4.refresh.on-401 s4.refresh.once s4.refresh.others-wait s9.token-refresh')(
      'cause one refresh, and all of them are answered',
    ),
    async ({ host, page }) => {
      const end = await page.evaluate(() => window.stormPage.storm(100));
      expect(end).toEqual({ loaded: 100, messages: [], isSignedIn: true });
      expect(host.seen('POST /auth/refresh-token')).toHaveLength(1);
      const calls = host.seen('GET /v1/templates');
      // At most one retry each, and none after an answer.
      expect(calls.length).toBeGreaterThan(100);
      expect(calls.length).toBeLessThanOrEqual(200);
    },
  );

  storm(
    shows('s4.refresh.fails-rejects s4.refresh.once d5.own-failure')(
      'are all rejected with their own failure when the one refresh fails, and none is sent again',
    ),
    async ({ host, page }) => {
      let no = 0;
      host.on('GET /v1/templates', () => refused(401, `Refusal ${(no += 1)}`));
      host.on('POST /auth/refresh-token', held);
      const end = page.evaluate(() => window.stormPage.storm(100));
      await expect.poll(() => no).toBe(100);
      await expect.poll(() => host.waiting('POST /auth/refresh-token')).toBe(1);
      host.release('POST /auth/refresh-token', refused(401));
      const { loaded, messages, isSignedIn } = await end;
      expect({ loaded, isSignedIn }).toEqual({ loaded: 0, isSignedIn: false });
      expect(new Set(messages).size).toBe(100);
      expect(host.seen('POST /auth/refresh-token')).toHaveLength(1);
      expect(no).toBe(100);
    },
  );
});
