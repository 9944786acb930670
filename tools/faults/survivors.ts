import type { Survivor } from 'chart-walks/faults';

/**
 * Changes that no test sees because the program does the same with them, with the reasons. By machine and change, as in
 * the report.
 */
export const survivors: readonly Survivor[] = [
  {
    machine: 'hooks',
    what: 'no subscription.unsubscribe();',
    why: 'The actor is stopped in the next line, and a stopped actor says nothing more.',
  },
  ...[
    "document.removeEventListener('focusin', remember);",
    'window.removeEventListener(type, settle, true);',
    "window.removeEventListener('blur', forget);",
    'changes.disconnect();',
    'return () => { for (const type of PRESSES) window.removeEventListener(',
  ].map((taken) => ({
    machine: 'root',
    what: `no ${taken}`,
    why: 'What announces an arrival stands for as long as the page does.',
  })),
  {
    machine: 'root',
    what: 'no return () => titles.disconnect();',
    why: "The one that is left over announces the same page's title once more, which says nothing new.",
  },
  {
    machine: 'root',
    what: "if not status === 'authenticated'",
    why: 'It decides when the code of other screens is fetched ahead. Nothing but speed depends on it, and these tests have all code at hand.',
  },
  {
    machine: 'root',
    what: 'no return () => listeners.delete(listener);',
    why: 'There is one router, and it listens for as long as the page stands.',
  },
  {
    machine: 'root',
    what: "if not typeof to === 'string'",
    why: 'The router asks for an encoded path of routes within a screen only, and there are none.',
  },
  {
    machine: 'api',
    what: 'no clearTimeout(timer);',
    why: 'The timer then gives up a call that has ended: nothing happens, but the timer is kept for as long as the time-out.',
  },
  {
    machine: 'login',
    what: 'without succeeded',
    why: '`login.left` is over when it is entered, and its screen is gone by then.',
  },
  {
    machine: 'signup',
    what: 'without succeeded',
    why: '`signup.left` is over when it is entered, and its screen is gone by then.',
  },
  ...['boardForm', 'dashboard', 'templatePicker'].map((machine) => ({
    machine,
    what: 'without loading',
    why: 'Whatever is neither `loaded` nor `failed` is shown as loading.',
  })),
  {
    machine: 'editor',
    what: 'without loading',
    why: 'Whatever has no document is shown as loading, and another address takes the old one away at once.',
  },
  {
    machine: 'liveArchive',
    what: 'without connecting',
    why: 'A stream that is neither `live` nor `reconnecting` is shown as connecting.',
  },
  ...['dashboard', 'templatePicker'].map((machine) => ({
    machine,
    what: 'without clearMessage',
    why: 'A message is shown in the failed states only, and each is entered with a message of its own.',
  })),
  {
    machine: 'templatePicker',
    what: 'without loaded',
    why: 'Whatever is neither `loading` nor `failed` is shown as loaded.',
  },
  {
    machine: 'api',
    what: "no signal in how === 'steal' ? { steal: true } : { signal }",
    why: 'A request that is not withdrawn is answered later, and then lets the lock go at once.',
  },
  {
    machine: 'root',
    what: "no document.removeEventListener('visibilitychange', askQuietly);",
    why: 'A lock that is requested after the end is released as soon as it is there.',
  },
  ...[
    ['api', "no return () => document.removeEventListener('visibilitychange', look);"],
    ['api', 'no channel.close();'],
    ['root', "no return () => window.removeEventListener('keydown', press);"],
    ['root', "no doubted.removeEventListener('doubt', doubt);"],
    ['hooks', "no return () => window.removeEventListener('pageshow', show);"],
    ['hooks', 'no window.removeEventListener(type, onTouch);'],
    ['hooks', "no window.removeEventListener('online', back);"],
    ['hooks', 'no endTrying();'],
  ].map(([machine = '', what = '']) => ({
    machine,
    what,
    why: 'The one that is left over belongs to an actor that has stopped.',
  })),
  {
    machine: 'hooks',
    place: 'ui/document/use-document-frame.ts:82',
    what: 'no return () => subscriptions.forEach((subscription) => subscription?.uns',
    why: 'A document is followed by another one, or its screen left, when its actor has stopped, which says nothing more.',
  },
  {
    machine: 'hooks',
    place: 'ui/editor/use-editor.ts:246',
    what: 'no return () => subscription.unsubscribe();',
    why: 'What is left over lists the regions once more for a search that is closed.',
  },
  {
    machine: 'hooks',
    what: 'no watch.disconnect();',
    why: 'What is gone is measured once more, as nothing, and what needs the room next measures itself after that.',
  },
  {
    machine: 'root',
    what: 'no return () => stage.close();',
    why: 'The screen takes the place away, and with it the frames: what is left over has nothing to show.',
  },
  {
    machine: 'liveBoard',
    what: 'without loading',
    why: 'A board that is not there and neither `gone` nor `failed` is shown as loading.',
  },
  {
    machine: 'unsaved',
    what: "no signal?.removeEventListener('abort', abandon);",
    why: 'The signal of a call that has ended is never aborted.',
  },
  {
    machine: 'views',
    what: 'by name: ({ uuid }) => uuid === display.board',
    why: 'Nothing but the name of the board is shown, and that is the same.',
  },
  ...[
    ['managedList', 'keepAct before clearAnswer'],
    ['conflict', 'clearIncomplete before choose'],
    ['conflict', 'clearIncomplete before chooseAll'],
    ['conflict', 'clearIncomplete before keepMine'],
    ['liveChanges', 'forgetChanges before keepAsOf'],
  ].map(([machine = '', what = '']) => ({ machine, what, why: 'They write different fields of the context.' })),
  {
    machine: 'documentFrame',
    place: 'documentFrame · key.pressed',
    what: 'comes after the next alternative',
    why: 'A key of every page does not print.',
  },
  {
    machine: 'peopleImport',
    place: 'peopleImport.finding · readJob ✓',
    what: 'comes after the next alternative',
    why: 'A job that runs has no passwords yet.',
  },
  {
    machine: 'eventStream',
    place: 'eventStream.stream · initial',
    what: 'listening → renewing',
    why: 'It goes on to `listening` at once, and there is no stream yet that a renewal could drop.',
  },
  {
    machine: 'eventStream',
    place: 'eventStream.stream.listening.session.trusted · after sessionCheck',
    what: 'stream.listening.session.trusted → stream.listening.session.looked',
    why: '`looked` goes back at once while the host is not looked for, and the time begins again as well.',
  },
];
