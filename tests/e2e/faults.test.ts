import { describe, expect } from 'vitest';
import { redirect, usual } from '#tests/support/hosts/fake-answers.ts';
import { shows } from '#tests/support/shows.ts';
import { plainIt as it } from './app-test.ts';

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
