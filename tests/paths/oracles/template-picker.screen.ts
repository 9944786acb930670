import type { Template } from '#common/calls/templates.ts';
import type { Wip } from '#common/calls/wips.ts';
import type { After, Memory, ScreenSpec } from '../drivers/screen-walk.ts';
import type { Shown } from './page.ts';

const TITLE = 'Select Base Template';
const NAMES: Readonly<Record<string, string>> = { 't-1': 'Daily Brief', 't-2': 'Activity Log' };
/** Descriptions that the host sends; the other template has none. */
const DESCRIPTIONS: Readonly<Record<string, string>> = { 't-1': 'What everybody has to know.' };
const draftOf = (name: string | null): string => `${name ?? ''}'s draft`;

const loading: Shown = {
  address: '/select-template',
  headings: [TITLE],
  says: ['Loading templates'],
  offers: [],
  waits: ['GET /v1/templates'],
};

/** The form, and under it what is known of the chosen template's WIPs. */
function drawn(memory: Memory, waits: string[]): Partial<Shown> {
  const [chosen, problem] = [memory.get('chosen') ?? '', memory.get('problem')];
  const name = NAMES[chosen];
  const description = DESCRIPTIONS[chosen];
  const form = {
    says: [...(problem ? [problem] : []), ...(description ? [description] : [])],
    offers: [name ?? 'Choose a template', 'Select Template'],
  };
  if (name === undefined)
    return {
      headings: [TITLE],
      ...form,
      says: [...form.says, 'Choose a template to see its works in progress.'],
      waits,
    };
  const headings = [TITLE, 'Available Works in Progress'];
  if (waits.length > 0)
    return { headings, says: [...form.says, 'Loading works in progress'], offers: form.offers, waits };
  const [failure, drafts] = [memory.get('failure'), memory.get('drafts')];
  return {
    headings,
    says: [
      ...form.says,
      ...(failure ? [failure] : []),
      `Start a new document from ${name}.`,
      ...(drafts ? [drafts] : []),
    ],
    offers: [...form.offers, ...(failure ? ['Try Again'] : [])],
    waits,
  };
}

const listFailed = (text: string) => (): Partial<Shown> => ({
  headings: [TITLE, 'Error Loading Templates'],
  says: [text],
  offers: ['Try Again'],
  waits: [],
});

const ask = (memory: Memory): Partial<Shown> => {
  memory.delete('failure');
  memory.delete('drafts');
  return drawn(memory, [`GET /v1/templates/${memory.get('chosen') ?? ''}/wips`]);
};

const chosen =
  (uuid: string): After =>
  (_before, memory) => {
    memory.set('chosen', uuid);
    memory.delete('problem');
    return ask(memory);
  };

const answered =
  (key: 'failure' | 'drafts', text: string): After =>
  (_before, memory) => {
    memory.set(key, text);
    return drawn(memory, []);
  };

/** Written from the clauses `s2.select`, `s5.select` and `s8.lists` of `docs/spec-coverage.md`. */
export const templatePickerScreen: ScreenSpec = {
  user: { username: 'ada', uuid: 'u-1', permission: 2 },
  address: { start: '/select-template' },
  outOfReach: ({ choice: { label } }, { snapshot }) => {
    if (snapshot.hasTag('busy')) return 'the editor has taken its place';
    return label === 'chooses nothing' ? 'what is not in the list is shown as no choice already' : null;
  },
  begin: { start: loading },
  does: {
    'chooses the Daily Brief': (page) => page.choose('template', 'Daily Brief'),
    'chooses the Activity Log': (page) => page.choose('template', 'Activity Log'),
    'chooses what is not in the list': (page) => page.chooseUnlisted('template', 'gone'),
    'goes on': (page) => page.press('Select Template'),
    'tries again': (page) => page.press('Try Again'),
  },
  calls: {
    listTemplates: {
      request: 'GET /v1/templates$',
      body: (templates) => ({
        templates: (templates as Template[]).map((one) => ({ ...one, description: DESCRIPTIONS[one.uuid] ?? null })),
      }),
    },
    listWips: {
      request: 'GET /v1/templates/',
      body: (wips) => ({ wips: (wips as Wip[]).map((one) => ({ ...one, description: draftOf(one.name) })) }),
    },
  },
  after: {
    'listTemplates: two templates': (_before, memory) => drawn(memory, []),
    'listTemplates: no template': () => ({ says: ['No templates available'], waits: [] }),
    'listTemplates: server error that says why (500)': listFailed('The storage is full.'),
    'listTemplates: not reached': listFailed('Error fetching templates. Please try again.'),
    'chooses the Daily Brief': chosen('t-1'),
    'chooses the Activity Log': chosen('t-2'),
    'chooses what is not in the list': (_before, memory) => {
      memory.set('chosen', 'gone');
      memory.delete('problem');
      return drawn(memory, []);
    },
    'listWips: a saved document': answered('drafts', draftOf('Monday')),
    'listWips: nothing saved yet': answered('drafts', ''),
    'listWips: server error (500)': answered('failure', 'Error loading WIPs. Please try again.'),
    'listWips: server error that says why (500)': answered('failure', 'The storage is full.'),
    // The first list, or that of the chosen template.
    'tries again': (_before, memory) => (memory.has('chosen') ? ask(memory) : loading),
    'goes on': (before, memory) => {
      const uuid = memory.get('chosen');
      if (uuid === undefined || NAMES[uuid] === undefined) {
        memory.set('problem', uuid === undefined ? 'Please select a template.' : 'Selected template not found.');
        return drawn(memory, before.waits);
      }
      return {
        address: `/forms/${uuid}`,
        headings: ['Loading the document'],
        says: ['Loading the document'],
        offers: [],
        waits: [`GET /v1/templates/${uuid}?html=true`],
      };
    },
  },
};
