// Loaded before every script and before the server, in plain JavaScript: an older Node could not read a TypeScript file that explains the problem.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 7)) {
  const own = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url));
  const advice = existsSync(own)
    ? `start it with ${own} in place of ${process.argv0}.`
    : "npm was kept from running the install script of the package 'node', or has not run at all; run `npm ci` or `npm rebuild node --ignore-scripts=false` and try again.";
  console.error(
    `Ready needs Node 24.7 or newer and brings its own, but this is Node ${process.versions.node}: ${advice}`,
  );
  process.exit(1);
}
