import { LAST_WORD } from '#config/wall.ts';

/** Runs in the page that waits for an unreachable host (`worker.ts`): shows since when, tries, and reloads the application. */

declare const API_HOST: string;

/** Wait between two tries, and its maximum random extra, so that many walls do not reconnect at once; time limit for a try. Milliseconds. */
const PAUSE = 5_000;
const SPREAD = 3_000;
const LIMIT = 10_000;
const AWAY = new Set([502, 503, 504]);

function since(): number {
  try {
    const kept = Number(sessionStorage.getItem(LAST_WORD));
    if (kept > 0) return kept;
    const now = Date.now();
    sessionStorage.setItem(LAST_WORD, String(now));
    return now;
  } catch {
    return Date.now();
  }
}

function momentText(at: Date): string {
  const isToday = at.toDateString() === new Date().toDateString();
  return at.toLocaleString(undefined, {
    ...(!isToday && { year: 'numeric', month: 'short', day: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
  });
}

const ask = (address: string, accept: string): Promise<Response> =>
  fetch(address, {
    cache: 'no-store',
    credentials: 'include',
    redirect: 'manual',
    headers: { Accept: accept },
    signal: AbortSignal.timeout(LIMIT),
  });

/** True if the application's own page loads, and the host answers its calls: a hotel's network answers with a page too. */
async function isBack(): Promise<boolean> {
  try {
    const [page, call] = await Promise.all([
      ask(location.href, 'text/html'),
      ask(`${API_HOST}/auth/verify`, 'application/json'),
    ]);
    return page.ok && !AWAY.has(call.status) && (await page.text()).includes('<div id="root">');
  } catch {
    return false;
  }
}

async function tryAgain(): Promise<void> {
  if (await isBack()) location.reload();
  else setTimeout(() => void tryAgain(), PAUSE + Math.random() * SPREAD);
}

const at = new Date(since());
const time = document.querySelector('time');
if (time) {
  time.dateTime = at.toISOString();
  time.textContent = momentText(at);
}
// The screen stays awake here, too.
const keepAwake = (): void => {
  if ('wakeLock' in navigator && !document.hidden) void navigator.wakeLock.request('screen').catch(() => undefined);
};
document.addEventListener('visibilitychange', keepAwake);
keepAwake();
setTimeout(() => void tryAgain(), Math.random() * SPREAD);
