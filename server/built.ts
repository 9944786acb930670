import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The pages that a server reads at its start: the application's, and the one in which documents run. */
export const PAGE = 'index.html';
export const FRAME_PAGE = 'frame.html';
/** The page of the sign-in: the application's, with its form, which can be used before the application has loaded. */
export const SIGN_IN_PAGE = 'login.html';

/** The page that checks a bundle of records, which goes into each; null where there is none. @param dist the folder of the built application */
export function verifyPageIn(dist: string): string | null {
  const path = join(dist, 'verify.html');
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/**
 * Checks that there is an application to serve.
 * @param dist the folder of the built one
 * @returns the missing part and the remedy, to follow `The application `; null when it is complete
 */
export function lackOf(dist: string): string | null {
  const missing = [PAGE, FRAME_PAGE].find((name) => !existsSync(join(dist, name)));
  if (missing === undefined) return null;
  const how = missing === PAGE ? 'is not built' : 'is there in part only';
  return `${how}: ${join(dist, missing)} is missing. Run: npm run build`;
}
