import { type Address, isWall, WALL } from '#common/config/paths.ts';

/** The worker that holds the page for when the host is away; the build writes it beside the application's page (`tools/build/wall-plugin.ts`). */
export const WALL_WORKER = '/wall-worker.js';

/** The session storage's key for the moment of the host's last word, in epoch milliseconds: the page that waits says since when. */
export const LAST_WORD = 'ready.lastWord';

/** Offsets by which a wall is moved against burn-in, in sequence: across and down, in pixels. */
export const DRIFT = ['0px 0px', '1px 0px', '2px 0px', '2px 1px', '2px 2px', '1px 2px', '0px 2px', '0px 1px'] as const;

/** Every other part of a query, as it was written. */
const others = (search: string): string[] =>
  search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part !== '' && part !== WALL && !part.startsWith(`${WALL}=`));

/** The query of an address with or without wall mode, which keeps all other parameters. It adds nothing that the address implies by itself. */
export function wallQuery({ pathname, search }: Address, isOn: boolean): string {
  if (isOn && isWall({ pathname, search })) return search;
  const parts = isOn ? [...others(search), WALL] : others(search);
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
