import type { ScreenSpec } from '../drivers/screen-walk.ts';
import type { Shown } from './page.ts';

const loading: Shown = {
  address: '/dashboard',
  headings: ['Dashboard'],
  says: ['Loading documents'],
  offers: [],
  waits: ['GET /v1/templates'],
};
const SECTIONS = ['Dashboard', 'View Live Docs', 'Edit Docs'];
const failed = (text: string) => (): Partial<Shown> => ({
  headings: ['Error Loading Dashboard'],
  says: [text],
  offers: ['Try Again'],
  waits: [],
});

/** Written from the clauses `s2.dashboard` and `s8.lists` of `docs/spec-coverage.md`. */
export const dashboardScreen: ScreenSpec = {
  user: { username: 'ada', uuid: 'u-1', permission: 2 },
  awaitsFacts: 200,
  address: { start: '/dashboard' },
  begin: { start: loading },
  does: { 'tries again': (page) => page.press('Try Again') },
  calls: { listTemplates: { request: 'GET /v1/templates', body: (templates) => ({ templates }) } },
  after: {
    'tries again': () => loading,
    'listTemplates: two templates': () => ({
      headings: SECTIONS,
      says: [
        'Two documents side by side, for the wall of the command post.',
        'WIP: a saved document that you can still change.',
      ],
      waits: [],
    }),
    'listTemplates: no template': () => ({
      headings: SECTIONS,
      says: ['No Live Docs Available', 'No Documents Available'],
      waits: [],
    }),
    'listTemplates: server error (500)': failed('Error fetching templates. Please try again.'),
    'listTemplates: server error that says why (500)': failed('The storage is full.'),
    'listTemplates: not reached': failed('Error fetching templates. Please try again.'),
  },
};
