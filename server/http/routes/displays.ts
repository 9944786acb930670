import {
  claimPairing,
  endDisplay,
  listDisplays,
  ofDisplay as ofDisplayCall,
  pairDisplay,
  readSelf,
  requestPairing,
  updateDisplay,
} from '#common/calls/displays.ts';
import { displayUpdateRequest, pairRequest } from '#common/calls/requests.ts';
import { administer, inspect, ofDisplay, ownCheck } from '../guards/access.ts';
import { readBoard } from '#common/calls/boards.ts';
import { listArchives, readArchive, readChanges, readRecent, streamOfDisplay } from '#common/calls/archives.ts';
import type { Archives } from '#server/domain/documents/archives.ts';
import { displayTopic, paneOf, type DisplayReading } from '#server/domain/boards/display-reading.ts';
import type { Displays } from '#server/domain/boards/displays.ts';
import type { ReceivedNotes } from '#server/domain/boards/received.ts';
import type { Pages } from '#server/domain/pages.ts';
import type { RecentChanges } from '#server/domain/documents/recent-changes.ts';
import { Refusal } from '#server/domain/refusal.ts';
import { networkOf } from '#server/domain/credentials/throttle.ts';
import type { Hub } from '#server/events/hub.ts';
import type { DisplayRecord } from '#server/storage/stores/displays.ts';
import type { Cookies } from '../cookies.ts';
import type { DocumentReplies } from '../document-reply.ts';
import { createRate } from '../guards/rate.ts';
import { picked, serve, serveAnyone, serveDisplay, uuidOf, type Api } from '../serve.ts';
import { changesOf, sendArchive } from './archives.ts';
import { boardEntry } from './boards.ts';
import { idsIn, readable, requireNews, stream, type NewsParts } from './events.ts';
import { recentOf } from './templates.ts';
import { archivesOf } from './wips.ts';
import { waitingOf } from '../waiting.ts';

/** The parts of the routes of displays. */
type DisplayParts = {
  displays: Displays;
  displayReading: DisplayReading;
  received: ReceivedNotes;
  archives: Archives;
  pages: Pages;
  documents: DocumentReplies;
  recentChanges: RecentChanges;
  hub: Hub;
  cookies: Cookies;
  /** The capabilities of this host that a display gets. */
  announce: (caller: 'display') => readonly string[];
} & NewsParts;

const displayEntry = (display: DisplayRecord) => ({
  ...picked(display, 'uuid', 'name', 'board', 'paired_by', 'last_seen', 'address'),
  paired_on: display.paired_at,
});

/** Routes of screens without a user (`displays` in `capabilities`). */
export function displayRoutes(server: Api, parts: DisplayParts): void {
  const api: Api = { ...server, capability: 'displays' };
  pairingRoutes(api, parts);
  administrationRoutes(api, parts);
  ownRoutes(api, parts);
}

/**
 * Maximum of codes a second that one network may request, and seconds whose codes it may save up: 60 screens of a
 * station may start at the same moment.
 */
const CODES_MAX = 1 / 6;
const CODES_SAVED = 360;

/** Routes by which a screen becomes a display. */
function pairingRoutes(api: Api, { displays, cookies }: DisplayParts): void {
  const rate = createRate(CODES_MAX, CODES_SAVED);
  const pairing = {
    access: ownCheck,
    about: 'A code for a screen that is to become a display',
    refusals: { 429: 'Too many screens ask for a code here.' },
  } as const;
  serveAnyone(api, requestPairing, pairing, async ({ request, reply }) => {
    const wait = rate.take(networkOf(request.ip));
    if (wait > 0) throw new Refusal('throttled', 'Too many screens ask for a code here. Please wait a moment.', wait);
    const { code, claim, life } = await displays.ask(cookies.pairing(request), request.ip, waitingOf(request));
    cookies.givePairing(reply, claim, life);
    return { success: true, code, expires_in: life };
  });
  const claiming = { access: ownCheck, about: 'Whether the code was entered' } as const;
  serveAnyone(api, claimPairing, claiming, async ({ request, reply }) => {
    const claim = cookies.pairing(request);
    const state = await displays.claim(claim);
    if (state === 'paired' && claim !== null) cookies.giveDisplay(reply, claim);
    return { success: true, state };
  });
}

function administrationRoutes(api: Api, { displays }: DisplayParts): void {
  serve(
    api,
    pairDisplay,
    {
      access: administer('board'),
      about: 'Make the screen that shows a code a display',
      body: pairRequest,
      status: 201,
    },
    async ({ actor, body }) => {
      const display = await displays.pair(actor, { ...body, board: uuidOf(body.board, 'board') });
      return { success: true, display: displayEntry(display) };
    },
  );
  serve(api, listDisplays, { access: inspect, about: 'Displays of the organization' }, async ({ actor }) => ({
    success: true,
    displays: (await displays.list(actor)).map(displayEntry),
  }));
  serve(
    api,
    updateDisplay,
    {
      access: administer('display'),
      about: 'Give a display another name or board',
      body: displayUpdateRequest,
    },
    async ({ actor, id, body }) => {
      const { board, ...name } = body;
      const change = { ...name, ...(board !== undefined && { board: uuidOf(board, 'board') }) };
      return { success: true, display: displayEntry(await displays.update(actor, id, change)) };
    },
  );
  serve(api, endDisplay, { access: administer('display'), about: 'End a display' }, async ({ actor, id }) => {
    await displays.end(actor, id);
    return { success: true, message: 'Ended.' };
  });
}

/** Statuses of a document that was sent, or that the browser has. */
const SENT = [200, 304];

/** Routes that a display reads with its own cookie. */
function ownRoutes(api: Api, parts: DisplayParts): void {
  const { displayReading: reading, received, archives, pages, documents, hub, cookies, announce } = parts;
  serveDisplay(
    api,
    readSelf,
    { access: ofDisplay(), about: 'What this display is' },
    async ({ display, request, reply }) => {
      const token = cookies.display(request);
      if (token !== null) {
        await reading.settled(token);
        // Renews the cookie's lifetime.
        cookies.giveDisplay(reply, token);
      }
      return {
        success: true,
        display: picked(display, 'uuid', 'name', 'board'),
        capabilities: announce('display'),
      };
    },
  );
  serveDisplay(
    api,
    ofDisplayCall(readBoard),
    { access: ofDisplay('board'), about: 'A board of this display', capability: 'boards' },
    async ({ display, id }) => {
      const board = boardEntry(await reading.board(display, id));
      received.seen(display, null, { kind: 'board', panes: (await reading.topics(display)).panes });
      return { success: true, board };
    },
  );
  serveDisplay(
    api,
    ofDisplayCall(readRecent),
    {
      access: ofDisplay('template'),
      about: 'The newest submission of a template on its board',
    },
    async ({ display, id }) => {
      const recent = await recentOf(archives, await reading.reader(display, 'template', id), id);
      const archive = recent.archives?.uuid ?? null;
      received.seen(display, null, { kind: 'newest', pane: paneOf('template', id), archive });
      return recent;
    },
  );
  serveDisplay(
    api,
    ofDisplayCall(listArchives),
    {
      access: ofDisplay('document'),
      about: 'Submissions of a WIP on its board, newest first',
    },
    async ({ display, id, request }) => {
      const page = await archivesOf({ archives, pages }, await reading.reader(display, 'wip', id), id, request);
      const archive = page.archives[0]?.uuid ?? null;
      received.seen(display, null, { kind: 'newest', pane: paneOf('wip', id), archive });
      return page;
    },
  );
  serveDisplay(
    api,
    ofDisplayCall(readArchive),
    {
      access: ofDisplay('archive'),
      about: 'A submission, with its HTML, of what its board shows',
    },
    async ({ display, id, ...exchange }) => {
      const { reader, ...read } = await reading.archive(display, id);
      // A display that is cut off before the last byte has left has not received it.
      exchange.reply.raw.once('close', () => {
        const isSent = exchange.reply.raw.writableFinished && SENT.includes(exchange.reply.statusCode);
        received.seen(display, null, { kind: isSent ? 'read' : 'lost', archive: id, ...read });
      });
      return sendArchive({ archives, documents }, exchange, reader, id);
    },
  );
  serveDisplay(
    api,
    ofDisplayCall(readChanges),
    {
      access: ofDisplay('archive'),
      about: 'What a submission that its board shows has changed',
      capability: 'archives.changes',
    },
    async ({ display, id }) => {
      const { reader } = await reading.archive(display, id);
      return changesOf(parts.recentChanges, reader, id);
    },
  );
  serveDisplay(
    api,
    streamOfDisplay,
    {
      access: { ...ofDisplay('topic'), query: 'ids' },
      about:
        'Submissions of its board’s panes, changes of its boards and of the display itself; the stream ends after a change from which follows what it may read',
      capability: 'events.multiplex',
      reply: 'stream',
    },
    async ({ display, request, reply }) => {
      requireNews(parts);
      const { topic, until, panes, state } = await reading.topics(display);
      const wanted = await readable(topic, idsIn(request));
      const family = displayTopic(display.uuid);
      stream(hub, { ...wanted, family, user: display.uuid, until }, request, reply);
      received.seen(display, null, { kind: 'board', panes });
      // Its rights to read may have changed between the read of its board and the opening of the stream, without an
      // event.
      const isSame = await reading.isStill(display.uuid, state).catch(() => false);
      if (!isSame) hub.endFamily(family);
      return reply;
    },
  );
}
