import type { After, Memory, ScreenSpec } from '../drivers/screen-walk.ts';
import type { Shown } from './page.ts';

const TEMPLATES = 'GET /v1/templates';
const WIPS = 'GET /v1/templates/t-1/wips';
const NONE = 'No WIPs found for this template. Create one by editing the base template and saving it.';
const UUIDS: Record<string, string> = { Monday: 'w-1', Tuesday: 'w-2' };

/** The names of the documents that the host gave, as far as they were not deleted. */
const namesIn = (memory: Memory): string[] => (memory.get('names') ?? '').split(',').filter(Boolean);
const titleIn = (memory: Memory): string => memory.get('title') ?? 'Works in progress';

const loading = (memory: Memory): Shown => ({
  address: '/open-wip/t-1',
  headings: [titleIn(memory)],
  says: ['Loading works in progress'],
  offers: [],
  waits: [TEMPLATES, WIPS],
});

function list(memory: Memory): Partial<Shown> {
  const names = namesIn(memory);
  return {
    headings: [titleIn(memory), `Available WIPs (${names.length})`],
    says: names.length === 0 ? [NONE] : [],
    offers: names.map((name) => `Delete: ${name}`),
    waits: [],
  };
}

const failed = (text: string) => (): Partial<Shown> => ({
  headings: ['Error Loading WIPs'],
  says: [text],
  offers: ['Try Again'],
  waits: [],
});

/** One of the two replies: the list shows when both are there. */
const arrived =
  (line: string, key: string, value: string): After =>
  (before, memory) => {
    memory.set(key, value);
    const waits = before.waits.filter((one) => one !== line);
    return waits.length === 0 ? list(memory) : { waits, headings: [titleIn(memory)] };
  };

const asked =
  (name: string): After =>
  (_before, memory) => {
    memory.set('asked', name);
    return {
      says: [`Are you sure you want to delete "${name}"? This action cannot be undone.`],
      offers: ['Cancel', 'Delete'],
    };
  };

const notDeleted = (text: string) => (): Partial<Shown> => ({ says: [text], offers: ['OK'], waits: [] });

/** Written from the clauses `s2.wip-list`, `s4.wip-list` and `s8.lists` of `docs/spec-coverage.md`. */
export const wipListScreen: ScreenSpec = {
  user: { username: 'ada', uuid: 'u-1', permission: 2 },
  outOfReach: ({ choice: { label } }) =>
    ['others are found', 'a further one comes'].includes(label)
      ? 'this host gives its list at once: `paged-list.screen.ts` walks the same screen on one that has pages'
      : null,
  address: { 'a template': '/open-wip/t-1', 'no template in the address': '/open-wip/%20' },
  begin: {
    'a template': loading(new Map()),
    'no template in the address': {
      address: '/open-wip/%20',
      headings: ['Error Loading WIPs'],
      says: ['No template specified.'],
      offers: [],
      waits: [],
    },
  },
  does: {
    'deletes Monday': (page) => page.press('Delete: Monday'),
    'deletes Tuesday': (page) => page.press('Delete: Tuesday'),
    'confirms the deletion': (page) => page.press('Delete'),
    'cancels the dialog': (page) => page.dismiss(),
    'tries again': (page) => page.press('Try Again'),
  },
  calls: {
    listTemplates: { request: `${TEMPLATES}$`, body: (templates) => ({ templates }) },
    listWips: { request: WIPS, body: (page) => ({ wips: (page as { entries: unknown }).entries }) },
    deleteWip: { request: 'GET /v1/wips/', body: () => ({}) },
  },
  after: {
    'listTemplates: the template is among them': arrived(TEMPLATES, 'title', 'Daily Brief'),
    'listTemplates: the template is not among them': failed('Template not found.'),
    'listTemplates: not reached': failed('Error fetching templates. Please try again.'),
    'listTemplates: server error that says why (500)': failed('The storage is full.'),
    'listWips: three saved documents': arrived(WIPS, 'names', 'Monday,Tuesday,Monday'),
    'listWips: nothing saved yet': arrived(WIPS, 'names', ''),
    'listWips: unknown template (404)': failed('Template not found.'),
    'listWips: server error (500)': failed('Error loading WIPs. Please try again.'),
    'tries again': (_before, memory) => loading(memory),
    'deletes Monday': asked('Monday'),
    'deletes Tuesday': asked('Tuesday'),
    'cancels the dialog': (_before, memory) => list(memory),
    'confirms the deletion': (before, memory) => ({
      says: [...before.says, 'Delete'],
      offers: [],
      waits: [`GET /v1/wips/${UUIDS[memory.get('asked') ?? ''] ?? ''}/delete`],
    }),
    'deleteWip: deleted': (_before, memory) => {
      // The first of its name; its namesake stays.
      const names = namesIn(memory);
      memory.set('names', names.toSpliced(names.indexOf(memory.get('asked') ?? ''), 1).join(','));
      return list(memory);
    },
    'deleteWip: denied (403)': notDeleted('Error deleting WIP. Please try again.'),
    'deleteWip: server error that says why (500)': notDeleted('The storage is full.'),
  },
};
