import { templatesReply } from '#api/contract/templates.ts';
import type { Contract } from '#api/client.ts';
import { sessionContract, sessionUserOf } from '#api/session-reply.ts';
import type { Env } from '#config/env.ts';
import { type App, AppProvider } from '#ui/hooks/app-context.ts';
import { type Navigation, NavigationProvider } from '#ui/hooks/navigation-context.ts';
import { VisuallyHidden } from '#ui/primitives/visually-hidden.tsx';
import { DRAWN_FIRST, drawnFirst } from '#ui/screens/lists/arrange.ts';
import { DashboardScreen } from '#ui/screens/dashboard.tsx';
import { AppShell } from '#ui/screens/shared/shell.tsx';
import { breath, draw } from './packages/react.ts';
import { fillOutlet } from './packages/router.ts';

/** The settings that the build was made with. */
declare const BUILT_ENV: Env;

/** An actor that stays as it is. */
const inState = (tag: string, context: object) => {
  const snapshot = { context, hasTag: (asked: string) => asked === tag };
  return { getSnapshot: () => snapshot };
};

/** @throws {TypeError} when a body is not as the contract says */
function read<T>(contract: Contract<T>, body: unknown): T {
  const checked = contract['~standard'].validate(body);
  if (checked instanceof Promise || checked.issues) throw new TypeError('The host answered otherwise.');
  return checked.value;
}

/** From so many cards on the browser lays out those that are near the window, as in `card.module.css`. */
const LAID_OUT_NEAR = 24;

/** In milliseconds: a page that nobody sees has no frames. */
const LONGEST_FRAME = 100;
const frame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, LONGEST_FRAME);
  });

/**
 * Draws the dashboard out of its own components before the application is there, which then takes over what stands on the page. It is built with
 * `packages/` in place of React, the router and XState (`scripts/early-plugin.ts`).
 * @param begin called when there is something to show; the application's place in the page, or null when nothing is to be drawn any more
 * @param session the body of GET /auth/verify
 * @param list the body of GET /v1/templates
 * @returns ends when all of it is painted, or nothing is to be
 * @throws {TypeError} when a body is not as the contract says
 */
export async function drawEarly(begin: () => Element | null, session: unknown, list: unknown): Promise<void> {
  const { templates } = read(templatesReply, list);
  const user = sessionUserOf(read(sessionContract, session), 'User');
  const children = { auth: inState('authenticated', { user }) };
  const app = {
    env: BUILT_ENV,
    root: { getSnapshot: () => ({ children }) },
    machines: { dashboard: inState('loaded', { templates, message: null }) },
  };
  fillOutlet(<DashboardScreen />);
  const page = document.createDocumentFragment();
  // With the card of the command documents, which is always there.
  const isLong = Math.min(templates.length, drawnFirst()) + 1 >= LAID_OUT_NEAR;
  const shown = inRows(page, begin, isLong ? DRAWN_FIRST : 1);
  await draw(
    <AppProvider value={app as unknown as App}>
      <NavigationProvider value={{} as Navigation}>
        <AppShell />
        {/* What announces a change of place. */}
        <VisuallyHidden role="status" />
      </NavigationProvider>
    </AppProvider>,
    page,
    shown.place,
  );
  await shown.end();
}

/**
 * Shows a screen while it is drawn: to lay out all of it at once would take a slow device too long. The cards come in whole rows, so that none that is there
 * has to grow, twice as many each time.
 * @param page what is drawn, until the first part is placed
 * @param begin where it is shown, or null when nothing is to be any more
 * @param rows how many come first
 */
function inRows(page: DocumentFragment, begin: () => Element | null, rows: number) {
  let root: Element | null = null;
  let cards: Element[] = [];
  let list: Node | null = null;
  let most = 0;
  let title: Element | null = null;
  let painted: Promise<void> = Promise.resolve();
  // What comes next is drawn while these are painted.
  const showCards = async (): Promise<void> => {
    if (cards.length === 0) return;
    await painted;
    for (const card of cards) list?.appendChild(card);
    cards = [];
    most *= 2;
    painted = frame();
  };
  const place = async (part: Element, parent: Node): Promise<void> => {
    if (part.localName === 'title') {
      title = part;
      return;
    }
    if (part.localName !== 'li') {
      await showCards();
      parent.appendChild(part);
      if (root !== null) return;
      root = begin();
      if (root === null) throw new Error('The application is there.');
      root.replaceChildren(page);
      return;
    }
    if (parent !== list) {
      list = parent;
      // To ask for the columns lays out what is there.
      await breath();
      most = rows * getComputedStyle(parent as Element).gridTemplateColumns.split(' ').length;
      await breath();
    }
    cards.push(part);
    if (cards.length === most) await showCards();
  };
  const end = async (): Promise<void> => {
    await showCards();
    root?.append(page);
    // Where React would put it; the one that the page came with stays, for a screen without any.
    if (title) document.head.prepend(title);
    await frame();
  };
  return { place, end };
}
