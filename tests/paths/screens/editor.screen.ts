import type { LoadedDocument } from '#machines/editor.setup.ts';
import { addressOf, draw, isDirty, LINK, loadOf, note, noteOf, ROW } from './editor-drawing.ts';
import type { Given, Memory, ScreenSpec } from './jsdom-driver.tsx';
import type { Hands, Shown } from './page.ts';

const user = { username: 'ada', uuid: 'u-1', permission: 2 };
const denied = (what: string): string =>
  `Permission denied: You do not have sufficient permissions to ${what}. Please contact your administrator or check your account permissions.`;
const SAVING = 'Error saving form. Please try again.';
const SUBMITTING = 'Error submitting form. Please try again.';
const FETCHING = 'Error fetching form. Please try again.';
const DELETING = 'Error deleting WIP. Please try again.';
const NAME_REQUIRED = 'Please enter a name for the saved form';
const INCOMPLETE = 'Template and WIP name are required for submission';
const RESTORED = 'Your unsaved text from before is back in the document. Save it to keep it.';
const ROWS_NOT_SAVED =
  'Rows that you added were not saved: the document could not list them. Everything else is saved.';
const ROWS_UNKNOWN = 'The document did not answer. Your text is kept; rows added since the last save may be missing.';

/** The only text of a document that the host laid out anew. */
const LAID_OUT_ANEW = 'wind 4';

const htmlOf = (regions: readonly (readonly [string, string])[]): string =>
  `${regions.map(([id, value]) => `<p class="editable" id="${id}">${value}</p>`).join('')}<!-- ${LINK} -->`;

const documentBody = (output: unknown): unknown => {
  const { detail, regions } = output as LoadedDocument;
  return { result: { ...detail, content: htmlOf(regions) } };
};

const drawn =
  (change: (memory: Memory, given: Given) => void) =>
  (_before: Shown, memory: Memory, given: Given): Partial<Shown> => {
    change(memory, given);
    return draw(memory);
  };

const EMPTY = { host: '', base: '', now: '', taken: '', text: '', layout: '', rows: '', row: '', name: '' } as const;
const QUIET = {
  opening: '',
  command: '',
  dialog: '',
  banner: '',
  frame: '',
  view: '',
  message: '',
  notice: '',
  ask: '',
} as const;

const valueOf = ({ output }: Given): string => (output as LoadedDocument).regions[0]?.[1] ?? '';

/** The request of a save: what differs from the HTML that the host gave (decision 7). */
function saveOf(memory: Memory): string {
  const [wip, taken] = [noteOf(memory, 'wip'), noteOf(memory, 'taken')];
  const changed = taken === noteOf(memory, 'host') ? [] : [{ id: 'what', value: taken }];
  const body = JSON.stringify({ save_name: noteOf(memory, 'name'), edited_attributes: changed, new_attributes: [] });
  return `POST ${wip === '' ? '/v1/templates/t-1/wips/save' : `/v1/wips/${wip}/update`} ${body}`;
}

function takeSnapshot(memory: Memory): void {
  note(memory, { taken: noteOf(memory, 'now'), notice: '' });
  if (noteOf(memory, 'rows') === 'new') note(memory, { rows: 'taken' });
  note(memory, { ask: saveOf(memory) });
}

function settle(memory: Memory): void {
  note(memory, { base: noteOf(memory, 'taken') });
  if (noteOf(memory, 'rows') === 'taken') note(memory, { rows: '' });
}

function reload(memory: Memory, banner: 'save' | 'submit'): void {
  note(memory, { command: 'busy', banner, ask: loadOf(noteOf(memory, 'wip')) });
}

const idle = { command: '', ask: '' } as const;
const fails = (message: string) => drawn((memory) => note(memory, { ...idle, message }));
const failsToLoad = (message: string | ((memory: Memory) => string)) =>
  drawn((memory) => note(memory, { phase: 'error', message: typeof message === 'string' ? message : message(memory) }));
const failsToName = (message: string) => drawn((memory) => note(memory, { ...idle, message, dialog: 'name' }));
const failsToDelete = drawn((memory) => note(memory, { ...idle, message: DELETING, dialog: 'delete failed' }));

const changes = (now: string, memory: Memory): void => note(memory, { now, text: now });
const typed = drawn((memory, given) => {
  const [change] = (given['changes'] ?? [['what', given['value']]]) as [string, string][];
  changes(change?.[1] ?? '', memory);
});
const linked = (link: string) =>
  drawn((memory) => {
    note(memory, { dialog: '' });
    changes(`${noteOf(memory, 'now')}${link}`, memory);
  });

/** A blank parts a link from a word, but not from another link. */
const withText = drawn((memory) => {
  const now = noteOf(memory, 'now');
  note(memory, { dialog: '' });
  changes(`${now}${now.endsWith(']') ? '' : ' '}${LINK}[the map,window=_top]`, memory);
});

async function giveText(page: Hands): Promise<void> {
  await page.type('text', 'the map');
  await page.press('Insert link');
}

const opened = (draft: boolean) =>
  drawn((memory, given) => {
    const host = valueOf(given);
    const now = draft ? ((given['output'] as LoadedDocument).draft[0]?.[1] ?? '') : host;
    const name = noteOf(memory, 'wip') === '' ? '' : 'Monday';
    const view = noteOf(memory, 'narrow') === '' ? '' : 'attributes';
    note(memory, {
      ...EMPTY,
      ...QUIET,
      view,
      phase: 'loaded',
      host,
      base: host,
      now,
      text: host,
      name,
      opening: 'yes',
    });
    if (draft) note(memory, { notice: RESTORED });
  });

function goAway(memory: Memory): void {
  const left = noteOf(memory, 'command') === 'Saving' ? noteOf(memory, 'ask') : '';
  note(memory, { ...EMPTY, ...QUIET, phase: '', wip: noteOf(memory, 'wip') === 'w-1' ? 'w-2' : 'w-1', left });
}

/** A save runs to its end though its document was left. */
async function answerLeftSave(page: Hands, memory: Memory): Promise<void> {
  const left = noteOf(memory, 'left');
  note(memory, { left: '' });
  if (left === '') return;
  await page.asks(loadOf(noteOf(memory, 'wip')));
  await page.reply(left, {});
}

const other = (page: Hands, memory: Memory): Promise<void> =>
  page.goTo(addressOf(noteOf(memory, 'wip') === 'w-1' ? 'w-2' : 'w-1'));

const reloaded = drawn((memory, given) => {
  const host = valueOf(given);
  if (noteOf(memory, 'now') === noteOf(memory, 'base')) note(memory, { now: host });
  if (noteOf(memory, 'opening') === '') note(memory, { text: noteOf(memory, 'now') });
  note(memory, { ...idle, host, base: host });
});

const collected = drawn((memory) => takeSnapshot(memory));
const guessed = drawn((memory) => {
  note(memory, { taken: noteOf(memory, 'now'), notice: ROWS_UNKNOWN });
  note(memory, { ask: saveOf(memory) });
});

/** What was typed before the session was lost: into the same document, by the same person. */
async function typeAndLoseSession(page: Hands): Promise<void> {
  await page.reply('GET /v1/wips/w-1', {
    result: { content: htmlOf([['what', 'wind 4']]), base_name: 'Daily Brief', wip_name: 'Monday' },
  });
  await page.release('ready');
  await page.typeInDocument('what', 'wind 5');
  await page.press('Save (unsaved changes)');
  await page.release('snapshot');
  await page.reply('POST /v1/wips/w-1/update', {}, 401);
  await page.reply('POST /auth/refresh-token', {}, 401);
  await page.sees('Sign in');
  await page.fill('Username', 'ada');
  await page.fill('Password', 'correct horse');
  await page.press('Sign In');
  await page.reply('POST /auth/login', { success: true, ...user });
  // Its word stands for a while (section 9), from when the reply was read.
  await page.reads('Login successful!');
  await page.pass(1_500);
  await page.asks('GET /v1/templates');
  await page.goTo(addressOf('w-1'));
}

const loading = (wip: string): Shown => draw(new Map([['wip', wip]]));
const NARROW = 'a saved document, on a narrow screen';
const START = {
  'a base template': '',
  'a saved document': 'w-1',
  [NARROW]: 'w-1',
  'a saved document, after a lost session': 'w-1',
} as const;

/** Sections 2, 4 and 8, editor; section 5; decisions 7, 8, 17, 20 and 21. */
export const editorScreen: ScreenSpec = {
  file: 'tests/paths/screens/editor.screen.ts',
  user,
  holdsDocument: true,
  address: Object.fromEntries(Object.entries(START).map(([start, wip]) => [start, addressOf(wip)])),
  width: { [NARROW]: 360 },
  before: {
    [NARROW]: async (_page, memory) => note(memory, { wip: 'w-1', narrow: 'yes' }),
    'a saved document': async (_page, memory) => note(memory, { wip: 'w-1' }),
    'a saved document, after a lost session': async (page, memory) => {
      note(memory, { wip: 'w-1' });
      await typeAndLoseSession(page);
    },
  },
  begin: Object.fromEntries(Object.entries(START).map(([start, wip]) => [start, loading(wip)])),
  does: {
    'tries again': (page) => page.press('Try Again'),
    'goes to another saved document': other,
    'the address is the same': (page, memory) => page.goTo(addressOf(noteOf(memory, 'wip'))),
    'wants to leave': other,
    leaves: (page) => page.press('Leave'),
    stays: (page) => page.press('Stay'),
    'the frame is ready': (page) => page.release('ready'),
    'the frame is silent': (page) => page.restart(),
    'the frame answers again': (page) => page.answerPing(),
    'the frame breaks the rules': async (page) => {
      for (let times = 0; times < 20; times += 1) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- one word after the other
        await page.say({ type: 'nonsense' });
      }
    },
    'opens the document anew': (page) => page.press('Reload document'),
    'follows a link of the document': (page) => page.say({ type: 'open-link', href: LINK, where: 'top' }),
    'pastes an address': (page) => page.pasteInDocument('what', LINK),
    'pastes an address into the list': (page) => page.pasteInField('what', LINK),
    'gives the link a text': giveText,
    'gives the link a text in the list': giveText,
    'takes the bare address': (page) => page.press('Cancel'),
    'takes the bare address in the list': (page) => page.press('Cancel'),
    'the frame gives its values': (page) => page.release('snapshot'),
    'the frame gives its values, but not its rows': (page) => page.release('snapshot', { error: 'threw' }),
    'the frame answers an earlier question': (page) =>
      page.sayLate({ type: 'snapshot', seq: 0, values: [], newAttributes: [], error: null }),
    types: (page, _memory, given) =>
      page.typeInDocument('what', (given['changes'] as [string, string][])[0]?.[1] ?? ''),
    'types it back': (page, memory) => page.typeInDocument('what', noteOf(memory, 'base')),
    'types in the list': (page, _memory, given) => page.fill('what', String(given['value'])),
    'types it back in the list': (page, memory) => page.fill('what', noteOf(memory, 'base')),
    'adds a row': (page) => page.addRegion('row', ROW),
    saves: (page, memory) => page.press(isDirty(memory) ? 'Save (unsaved changes)' : 'Save'),
    'gives a name': async (page) => {
      await page.type('save_name', 'Monday');
      await page.press('Save');
    },
    'gives no name': async (page) => {
      await page.type('save_name', ' ');
      await page.submitFormOf('save_name');
    },
    // A base template has no such button, but the shortcut is there.
    submits: (page, memory) =>
      noteOf(memory, 'wip') === '' ? page.shortcut('Enter') : page.press('Submit to Dashboard'),
    deletes: (page) => page.press('Delete'),
    'confirms the deletion': (page) => page.press('Delete'),
    'cancels the dialog': (page) => page.dismiss(),
    'dismisses the message': (page) => page.press('Dismiss'),
    'shows the attributes': (page) => page.press('Attributes'),
    'shows the document': (page) => page.press('Document'),
  },
  calls: {
    loadDocument: { request: 'GET /v1/', body: documentBody },
    reloadDocument: { request: 'GET /v1/', body: documentBody },
    saveNewWip: { request: 'POST /v1/templates/t-1/wips/save', body: (saved) => ({ result: saved }) },
    updateWip: { request: 'POST /v1/wips/', body: () => ({}) },
    saveBeforeSubmit: { request: 'POST /v1/wips/', body: () => ({}) },
    submitWip: { request: 'POST /v1/wips/', body: () => ({}) },
    deleteWip: { request: 'GET /v1/wips/', body: () => ({}) },
  },
  settles: { 'goes to another saved document': answerLeftSave, leaves: answerLeftSave },
  after: {
    'tries again': drawn((memory) => note(memory, { phase: '', message: '' })),
    'goes to another saved document': drawn(goAway),
    'the address is the same': drawn((memory) => note(memory, { banner: '' })),
    'wants to leave': drawn((memory) => note(memory, { dialog: 'leave', leaving: 'address' })),
    leaves: (_before, memory) => {
      const isLink = noteOf(memory, 'leaving') === 'link';
      if (isLink) note(memory, { dialog: '' });
      else goAway(memory);
      return { ...draw(memory), leaves: isLink ? [LINK] : [] };
    },
    stays: drawn((memory) => note(memory, { dialog: '' })),
    'the frame is ready': drawn((memory) =>
      note(memory, {
        text: noteOf(memory, 'layout') === 'other' ? LAID_OUT_ANEW : noteOf(memory, 'now'),
        row: '',
        opening: '',
        frame: '',
      }),
    ),
    'the frame is silent': drawn((memory) => note(memory, { frame: 'lost' })),
    'the frame answers again': drawn((memory) => note(memory, { frame: '' })),
    'the frame breaks the rules': drawn((memory) => note(memory, { frame: 'removed', row: '' })),
    'opens the document anew': drawn((memory) =>
      note(memory, {
        frame: '',
        row: '',
        opening: 'yes',
        text: noteOf(memory, 'layout') === 'other' ? LAID_OUT_ANEW : noteOf(memory, 'host'),
      }),
    ),
    'follows a link of the document': (_before, memory) => {
      if (!isDirty(memory)) return { ...draw(memory), leaves: [LINK] };
      note(memory, { dialog: 'leave', leaving: 'link' });
      return draw(memory);
    },
    'pastes an address': drawn((memory) => note(memory, { dialog: 'link' })),
    'pastes an address into the list': drawn((memory) => note(memory, { dialog: 'link' })),
    'gives the link a text': withText,
    'gives the link a text in the list': withText,
    'takes the bare address': linked(` ${LINK}`),
    // As the browser pastes it.
    'takes the bare address in the list': linked(LINK),
    'the frame gives its values': collected,
    'the frame gives its values, but not its rows': drawn((memory) => {
      takeSnapshot(memory);
      note(memory, { notice: ROWS_NOT_SAVED });
    }),
    'the frame answers an earlier question': drawn(() => undefined),
    'after 3500 ms': guessed,
    'after 2000 ms': guessed,
    'after 1500 ms': drawn((memory) => note(memory, { banner: '' })),
    types: typed,
    'types it back': typed,
    'types in the list': typed,
    'types it back in the list': typed,
    'adds a row': drawn((memory) => note(memory, { rows: 'new', row: 'yes' })),
    saves: drawn((memory) => {
      const isNew = noteOf(memory, 'wip') === '';
      note(memory, { message: '', notice: '', ...(isNew ? { dialog: 'name' } : { command: 'Saving' }) });
    }),
    'gives a name': drawn((memory) => note(memory, { name: 'Monday', dialog: '', message: '', command: 'Saving' })),
    'gives no name': drawn((memory) => note(memory, { message: NAME_REQUIRED, name: '' })),
    submits: drawn((memory) => {
      const isNew = noteOf(memory, 'wip') === '';
      note(memory, isNew ? { message: INCOMPLETE } : { message: '', notice: '', command: 'Submitting' });
    }),
    deletes: drawn((memory) => note(memory, { message: '', notice: '', dialog: 'delete' })),
    'confirms the deletion': drawn((memory) =>
      note(memory, { dialog: '', command: 'Deleting', ask: `GET /v1/wips/${noteOf(memory, 'wip')}/delete` }),
    ),
    'cancels the dialog': drawn((memory) => {
      if (noteOf(memory, 'dialog') === 'name') note(memory, { name: '' });
      note(memory, { dialog: '', message: '' });
    }),
    'dismisses the message': drawn((memory) => note(memory, { message: '', notice: '' })),
    'shows the attributes': drawn((memory) => note(memory, { view: 'attributes' })),
    'shows the document': drawn((memory) => note(memory, { view: '' })),
    'loadDocument: the document': opened(false),
    'loadDocument: the document, and a draft': opened(true),
    'loadDocument: server error that says why (500)': failsToLoad('The storage is full.'),
    'loadDocument: not understood': failsToLoad((memory) =>
      noteOf(memory, 'wip') === '' ? 'Failed to load template' : 'Failed to load saved template wip',
    ),
    'loadDocument: denied (403)': failsToLoad((memory) =>
      denied(noteOf(memory, 'wip') === '' ? 'access this template' : 'access this WIP'),
    ),
    'loadDocument: not reached': failsToLoad(FETCHING),
    'saveNewWip: saved': drawn((memory) => {
      settle(memory);
      note(memory, { wip: 'w-1' });
      reload(memory, 'save');
    }),
    'saveNewWip: not understood': failsToName('Unexpected response from server'),
    'saveNewWip: denied (403)': failsToName(denied('save this template')),
    'saveNewWip: not reached': failsToName(SAVING),
    'updateWip: saved': drawn((memory) => {
      settle(memory);
      reload(memory, 'save');
    }),
    'updateWip: denied (403)': fails(denied('save this template')),
    'updateWip: not reached': fails(SAVING),
    'saveBeforeSubmit: saved': drawn((memory) => {
      settle(memory);
      note(memory, { ask: `POST /v1/wips/${noteOf(memory, 'wip')}/submit {}` });
    }),
    'saveBeforeSubmit: denied (403)': fails(denied('save this template')),
    'saveBeforeSubmit: not reached': fails(SAVING),
    'submitWip: submitted': drawn((memory) => reload(memory, 'submit')),
    'submitWip: denied (403)': fails(denied('submit this form')),
    'submitWip: not reached': fails(SUBMITTING),
    'deleteWip: deleted': drawn((memory) => note(memory, { phase: 'gone' })),
    'deleteWip: denied (403)': failsToDelete,
    'deleteWip: not reached': failsToDelete,
    'reloadDocument: as it was saved': reloaded,
    'reloadDocument: changed by the host': reloaded,
    'reloadDocument: laid out anew': drawn((memory) => {
      note(memory, { ...idle, layout: 'other' });
      // Where the one before does not answer, the new one is shown at once.
      if (noteOf(memory, 'frame') !== '' || noteOf(memory, 'opening') !== '')
        note(memory, { text: LAID_OUT_ANEW, row: '' });
    }),
    'reloadDocument: not reached': fails(FETCHING),
  },
};
