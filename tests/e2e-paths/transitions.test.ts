import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transitionsOf } from 'xstate-chart-svg/chart';
import { walkPath, explore, startOf, walks } from 'chart-walks';
import { entries, modelOf } from '#tests/paths/registry.ts';
import { chromiumDriver } from '#tests/paths/drivers/chromium-driver.ts';
import { withinReach } from '#tests/paths/oracles/reach.ts';
import { launchBrowser } from '../../tools/run/browser.ts';
import { isFull } from '../../tools/test/suites.ts';
import { type BuiltApp, serveBuiltApp } from './built-app.ts';

let browser: Browser;
let app: BuiltApp;
beforeAll(async () => {
  [browser, app] = await Promise.all([launchBrowser(), serveBuiltApp()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

const walked = (await entries()).map((entry) => {
  const { screen, machine } = entry;
  const transitions = transitionsOf(machine);
  if (!screen) return { transitions, all: [], taken: new Set<string>() };
  const explored = withinReach(explore(modelOf(entry)), screen.outOfReach);
  const paths = walks(explored, 'transitions');
  const all = paths.map((path) => ({ name: `${path.machine}/${path.id}`, path, screen, explored }));
  const steps = paths.flatMap((path): { transitions: readonly string[] }[] => [startOf(explored, path), ...path.steps]);
  return { transitions, all, taken: new Set(steps.flatMap((step) => step.transitions)) };
});

/** First and longest way of each machine; a full run takes all of them. The screens' own walks take each arrow in jsdom. */
const gone = walked.flatMap(({ all }) => (isFull ? all : all.slice(0, 1)));

describe.concurrent('on the built application in Chromium', () => {
  it.each(gone)('$name', ({ path, screen, explored }) => {
    const file = 'tests/e2e-paths/transitions.test.ts';
    return walkPath(explored, path, chromiumDriver(screen, { browser, ...app }), { file, isDrawn: () => false });
  });
});

/** Transitions that no walk on a screen takes, and why; the machines' own walks take all of them (`tests/paths/machines.test.ts`). */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'auth.unauthenticated.': 'it needs a wall whose host was away: tests/spec/session/session.test.tsx',
  documentFrame: 'it stands behind the editor, the live panes and the archives: tests/frame takes it in a real browser',
  leaveGuard: "it stands behind the editor's walks, which leave and stay",
  streamLeader: 'it needs several tabs: tests/e2e/tabs.test.ts',
  'editor.loaded · print.requested': "the browser's own dialog: tests/e2e/print.test.ts",
  'editor.loaded.command.resolving': 'a plain host compares nothing: tests/spec/editor/two-writers.test.tsx',
  'editor.loaded.command.saving · save ✓ [isConflict]': 'as above',
  'editor.loaded.text · content.settled': 'as above',
  conflict: 'as above',
  'editor.loaded.command.reloading.fetching': 'between two replies: tests/spec/editor/plain-saves.test.tsx',
  'editor.loaded.rows.same · content.merged [hasTheirRows]': 'as above: tests/contract/documents/together.test.ts',
  'editor.loaded.rows.renewing · content.merged [areRowsOld]': 'as above',
  'editor.loaded.rows.renewing · document.restructured': 'as above: tests/e2e/editor/rows.test.ts',
  'editor.loaded.rows.renewing · document.edited [isRowEdit]': "as above: the rules of the editor's model",
  'editor.loaded.rows.renewing · attribute.edited [isRowEdit]': 'as above',
  'editor.loaded.link.none · document.gridPasted':
    'no document of the walks has a table: tests/e2e/editor/tables.test.ts',
  'editor.loaded.link.askingAboutGrid': 'as above',
  save: "it stands behind the editor's walks, which show its ends: tests/spec/editor/editor-save.test.tsx and plain-saves.test.tsx",
  'editor.loaded.command.saving · save ✗': 'no save breaks: every answer has its end',
  saveLine: 'tests/spec/editor/save-line.test.tsx takes its network away',
  'editor.loaded.command.idle · save.repeated': 'as above',
  'editor.loaded.command.idle · save.repeated [isClean]': 'as above',
  'editor.loaded.command.idle · always [isReader]': 'a plain host hides nothing: tests/spec/editor/reading.test.tsx',
  newestArchives:
    'the walks of the dashboard know nothing of what stands beside it: tests/spec/documents/dashboard.test.tsx',
  liveChanges: 'the documents of the walks have no regions: tests/e2e/live/wall-changes.test.ts',
  pageTurner: 'it needs a document that is too long for its pane: tests/e2e/live/wall-fit.test.ts',
  journal: 'it stands behind the editor, of a host that gives a key for it: tests/e2e/editor/journal.test.ts',
  journalDoor: 'as above: src/routes/unsaved/unsaved-store.test.ts, and tests/spec/unsaved/unsaved.test.tsx',
  unsavedList: 'as above: tests/spec/unsaved/unsaved.test.tsx',
  logoutQuestion: 'as above',
  quickOpen: 'it stands over the screens of the walks: tests/spec/documents/quick-open.test.tsx',
  carry:
    'the documents of the walks share nothing: tests/spec/editor/carry.test.tsx and tests/e2e/editor/documents.test.ts',
  'editor.opening · always [isFilled]': 'as above',
  'editor.opening · always [isSourceLost]': 'as above',
  'editor.loaded · fill.': 'as above',
  'editor.loaded.text · regions.filled': 'as above',
  'editor.loaded.rows · rows.takenBack': 'as above',
  'editor.loaded.content.resting · rows.asked': "the journal's: tests/e2e/editor/journal.test.ts",
  'editor.loaded.text · journal.restored': 'as above',
  'editor.loaded.rows · journal.restored': 'as above',
  'editor.loaded.rows · document.reopenRequested [holdsOwnRows]': 'as above: tests/e2e/editor/rows.test.ts',
  'editor.loaded · unplaced.dismissed': 'as above',
  'editor.loaded.rows.choosing · always [hasFilledRows]': 'as above',
  'editor.missing · journal.restored [isSaved]': 'as above: tests/e2e/editor/journal.test.ts',
  'editor.copyingText': 'as above',
  suggestions: 'a plain host tells none: tests/spec/editor/suggestions.test.tsx',
  presence: 'a plain host tells nobody who else is there: tests/e2e/editor/presence.test.ts',
  'editor.loaded.command.idle · document.deletedBy': 'as above',
  'editor.loaded.command.resolving · document.deletedBy': 'as above',
  'editor.loaded.command.confirmingDelete · document.deletedBy': 'as above',
  'editor.loaded.command.deleteFailed · document.deletedBy': 'as above',
  'editor.loaded.command.reloading · document.deletedBy': 'as above',
  'editor.loaded.command.reading': "as above: the rules of the editor's model",
  'editor.loaded · document.caretPlaced': 'as above',
  'editor.loaded · names.wanted': 'as above',
  submission: 'a plain host is asked nothing more before a submission: tests/spec/editor/submission.test.tsx',
  putBack: 'as above: tests/e2e/editor/submission.test.ts',
  'editor.loaded.command.saving · save ✓ [needsCheck]': 'as above',
  'editor.loaded.command.checking': 'as above',
  'editor.loaded.command.submitting · submitWip ✗ [isSavedSince]': 'as above',
  'editor.loaded · host.read':
    'no walk on a screen tells of the read before a save: tests/spec/editor/plain-saves.test.tsx',
  theirChanges: "it stands behind the editor's walks, which show what it marks: tests/e2e/editor/two-writers.test.ts",
  documentAge: 'it needs a clock that the host tells: tests/spec/live/live-truth.test.tsx',
  recordView: 'a plain host has no records: tests/spec/records/records.test.tsx',
  past: 'as above: tests/e2e/week.test.ts',
  'liveArchive.stream · moment.chosen': 'as above',
  'liveArchive.stream.deciding · always [isPast]': 'as above',
  'liveArchive.archive · moment.chosen': 'as above',
  'liveArchive.archive.updating.round.finding · findNewestArchive ✓ [isGiven]': 'as above',
  'liveArchive.answer · moment.chosen': 'as above',
  'liveArchive.archive.waiting · always [isPast]': 'as above',
  reading: 'as above, and tests/spec/audit/audit.test.tsx',
  takeAway: 'as above: tests/spec/records/take-away.test.tsx',
  comparison: 'as above',
  storedDocument: 'as above',
  boardForm: 'a plain host keeps no boards, and no walk opens those of ours: tests/spec/boards/kept-boards.test.tsx',
  boardTurner: 'as above: tests/spec/boards/board.test.tsx',
  liveBoard: 'as above',
  display: 'a plain host has no displays, and no walk opens those of ours: tests/spec/displays/displays.test.tsx',
  secondFactor: 'a plain host has none: tests/spec/account/account.test.tsx',
  'login.signingIn · signIn ✗ [asksForCode]': 'as above: tests/spec/session/login.test.tsx',
  'login.secondStep': 'as above',
  'login.checkingCode': 'as above',
  'login.form · provider.requested': 'a plain host has no provider: tests/e2e/people/provider.test.ts',
  'login.leaving': 'as above',
  'login.opening': 'as above',
  'login.returned': 'as above',
  peopleImport: 'as above: tests/spec/people/people.test.tsx',
  peopleAdmin:
    'a plain host has none of it: tests/spec/people/people.test.tsx and tests/e2e/people/worst-night.test.ts',
  managedList:
    'as above: tests/spec/people/roles.test.tsx, tests/spec/displays/displays.test.tsx, tests/spec/templates/templates.test.tsx',
  templateUpload: 'as above',
  templateWorkshop: 'as above',
  firstRun: 'as above: tests/spec/session/first-run.test.tsx and tests/e2e/first-day.test.ts',
  auditFile: 'as above: tests/spec/audit/audit.test.tsx',
  setUp: 'as above: tests/spec/set-up/set-up.test.tsx',
  passwordChange: 'as above: tests/spec/account/account.test.tsx',
  'auth.authenticated · pair.reported': 'a plain host reports none: tests/spec/templates/templates.test.tsx',
  'auth.authenticated.due': 'as above',
  'auth.authenticated.entering · always [isDue]': 'as above',
  'pagedList · entry.added': 'as above',
  wall: 'no walk puts a live view on a wall: tests/e2e/live/wall-mode.test.ts',
  newBuild: 'it needs a host that is started with another build: tests/e2e/live/wall-return.test.ts',
  liveTruth: 'it stands behind the live panes, whose walks show what it says: tests/e2e/live/wall-truth.test.ts',
  'eventStream.stream.waiting · host.reached [hasBeaten]':
    'it needs a host with heartbeats that went away: tests/e2e/live/wall-truth.test.ts',
  'eventStream.host.beating · stream.opened [isQuiet]': 'as above',
  'liveArchive · host.': 'as above',
  'eventStream.stream.listening.connection · stream.polled':
    'it needs more live views than a browser has streams: tests/e2e/tabs.test.ts',
  'eventStream.stream.listening.connection.polled': 'as above',
  'eventStream.stream.listening.connection · stream.opened [isQuiet]':
    'it needs a host without heartbeats: tests/spec/live/live-truth.test.tsx',
  'eventStream.stream.listening.connection.open.quiet': 'as above',
  'eventStream.stream.listening · submission.received': 'as above',
  'eventStream.stream.listening.session':
    'within five minutes a walk ends, or its stream is silent: tests/spec/live/live.test.tsx',
  'liveArchive.archive.current · submission.received [isLarge]':
    'how long a wall with a large document waits is left to chance: tests/spec/live/live.test.tsx',
  'liveArchive.archive.failed · submission.received [isLarge]': 'as above',
  'liveArchive.archive.spreading': 'as above',
  'liveArchive.archive.failed · after 60000 ms':
    'within a minute the stream is opened anew, or its chart has asked: src/machines/live/live-archive.test.ts',
  'liveArchive.document.opening · after 45000 ms':
    'no document of the walks is late: src/machines/live/live-archive.test.ts',
  'liveArchive.document.there · place.cleared':
    'it needs a document that hangs: the rules of the models of liveArchive and documentFrame',
  'wipList.loaded · page.': "it needs a host that has pages: pagedList's walks take it on the same screen",
  'archiveBrowser.archives.loaded · page.': 'it needs a host that has pages: tests/e2e/live/pages.test.ts',
};

it('every transition of every machine is taken by one of the walks of a full run, or elsewhere', () => {
  const missing = walked.flatMap(({ transitions, taken }) =>
    transitions.filter(({ id }) => !taken.has(id)).map(({ id }) => id),
  );
  const isElsewhere = (id: string): boolean => Object.keys(ELSEWHERE).some((start) => id.startsWith(start));
  expect(missing.filter((id) => !isElsewhere(id))).toEqual([]);
  const all = walked.flatMap(({ transitions }) => transitions.map(({ id }) => id));
  expect(Object.keys(ELSEWHERE).filter((start) => !all.some((id) => id.startsWith(start)))).toEqual([]);
});
