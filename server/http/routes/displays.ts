import { displayUpdateRequest, pairRequest } from '#api/contract/requests.ts';
import type { Archives } from '#server/domain/documents/archives.ts';
import { displayTopic, type DisplayReading } from '#server/domain/boards/display-reading.ts';
import type { Displays } from '#server/domain/boards/displays.ts';
import type { Pages } from '#server/domain/pages.ts';
import type { RecentChanges } from '#server/domain/documents/recent-changes.ts';
import { Refusal } from '#server/domain/refusal.ts';
import { networkOf } from '#server/domain/session/throttle.ts';
import type { Hub } from '#server/events/hub.ts';
import type { DisplayRecord } from '#server/storage/stores/displays.ts';
import { announcedToDisplays } from '../announced.ts';
import type { Cookies } from '../cookies.ts';
import type { DocumentReplies } from '../document-reply.ts';
import { createRate } from '../guards/rate.ts';
import { addDisplayRoute, addRoute, uuidOf, type Api } from '../route.ts';
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
  archives: Archives;
  pages: Pages;
  documents: DocumentReplies;
  recentChanges: RecentChanges;
  hub: Hub;
  cookies: Cookies;
} & NewsParts;

const displayEntry = ({ uuid, name, board, paired_at, paired_by, last_seen, address }: DisplayRecord) => ({
  uuid,
  name,
  board,
  paired_on: paired_at,
  paired_by,
  last_seen,
  address,
});

/** Routes of screens without a user (`displays` in `capabilities`). */
export function displayRoutes(api: Api, parts: DisplayParts): void {
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
function pairingRoutes({ app }: Api, { displays, cookies }: DisplayParts): void {
  const rate = createRate(CODES_MAX, CODES_SAVED);
  app.post('/v1/displays/pairings', async (request, reply) => {
    const wait = rate.take(networkOf(request.ip));
    if (wait > 0) throw new Refusal('throttled', 'Too many screens ask for a code here. Please wait a moment.', wait);
    const { code, claim, life } = await displays.ask(cookies.pairing(request), request.ip, waitingOf(request));
    cookies.givePairing(reply, claim, life);
    return { success: true, code, expires_in: life };
  });
  app.post('/v1/displays/pairings/claim', async (request, reply) => {
    const claim = cookies.pairing(request);
    const state = await displays.claim(claim);
    if (state === 'paired' && claim !== null) cookies.giveDisplay(reply, claim);
    return { success: true, state };
  });
}

function administrationRoutes(api: Api, { displays }: DisplayParts): void {
  addRoute(api, {
    route: 'POST /v1/displays/pair',
    body: pairRequest,
    async handle({ actor, body, reply }) {
      const display = await displays.pair(actor, { ...body, board: uuidOf(body.board, 'board') });
      reply.code(201);
      return { success: true, display: displayEntry(display) };
    },
  });
  addRoute(api, {
    route: 'GET /v1/displays',
    handle: async ({ actor }) => ({ success: true, displays: (await displays.list(actor)).map(displayEntry) }),
  });
  addRoute(api, {
    route: 'POST /v1/displays/:uuid/update',
    body: displayUpdateRequest,
    async handle({ actor, id, body }) {
      const { board, ...name } = body;
      const change = { ...name, ...(board !== undefined && { board: uuidOf(board, 'board') }) };
      return { success: true, display: displayEntry(await displays.update(actor, id('uuid', 'display'), change)) };
    },
  });
  addRoute(api, {
    route: 'POST /v1/displays/:uuid/end',
    async handle({ actor, id }) {
      await displays.end(actor, id('uuid', 'display'));
      return { success: true, message: 'Ended.' };
    },
  });
}

/** Routes that a display reads with its own cookie. */
function ownRoutes(api: Api, parts: DisplayParts): void {
  const { displayReading: reading, archives, pages, documents, hub, cookies } = parts;
  addDisplayRoute(api, {
    route: 'GET /v1/displays/self',
    async handle({ display, request, reply }) {
      const token = cookies.display(request);
      if (token !== null) {
        await reading.settled(token);
        // Renews the cookie's lifetime.
        cookies.giveDisplay(reply, token);
      }
      const { uuid, name, board } = display;
      return { success: true, display: { uuid, name, board }, capabilities: announcedToDisplays };
    },
  });
  addDisplayRoute(api, {
    route: 'GET /v1/displays/self/boards/:uuid',
    handle: async ({ display, id }) => ({
      success: true,
      board: boardEntry(await reading.board(display, id('uuid', 'board'))),
    }),
  });
  addDisplayRoute(api, {
    route: 'GET /v1/displays/self/templates/:id/archives/recent',
    async handle({ display, id }) {
      const template = id('id', 'template');
      return recentOf(archives, await reading.reader(display, 'template', template), template);
    },
  });
  addDisplayRoute(api, {
    route: 'GET /v1/displays/self/wips/:uuid/archives',
    async handle({ display, id, request }) {
      const wip = id('uuid', 'document');
      return archivesOf({ archives, pages }, await reading.reader(display, 'wip', wip), wip, request);
    },
  });
  addDisplayRoute(api, {
    route: 'GET /v1/displays/self/archives/:uuid',
    async handle({ display, id, ...exchange }) {
      const archive = id('uuid', 'archive');
      const reader = await reading.reader(display, 'archive', archive);
      return sendArchive({ archives, documents }, exchange, reader, archive);
    },
  });
  addDisplayRoute(api, {
    route: 'GET /v1/displays/self/archives/:uuid/changes',
    async handle({ display, id }) {
      const archive = id('uuid', 'archive');
      return changesOf(parts.recentChanges, await reading.reader(display, 'archive', archive), archive);
    },
  });
  addDisplayRoute(api, {
    route: 'GET /events/displays/self',
    async handle({ display, request, reply }) {
      requireNews(parts);
      const { topic, until, state } = await reading.topics(display);
      const wanted = await readable(topic, idsIn(request));
      const family = displayTopic(display.uuid);
      stream(hub, { ...wanted, family, user: display.uuid, until }, request, reply);
      // Its rights to read may have changed between the read of its board and the opening of the stream, without an
      // event.
      const isSame = await reading.isStill(display.uuid, state).catch(() => false);
      if (!isSame) hub.endFamily(family);
      return reply;
    },
  });
}
