import { paths } from '#common/config/paths.ts';
import { demoSignIns } from './seed.ts';

/**
 * Text that the server prints once it answers: a few lines, the address first.
 * @param address to open in a browser
 * @param state the code for the first administrator if there are no users; `isDemo`: the users are the demo's
 * @param place the setting with the place of the data, if it is set: the command line needs it too
 * @param isService true if systemd started it: then `deploy/ready` is the command line, with the service's own settings
 */
export function welcome(
  address: string,
  { firstRunCode, isDemo, isProduction }: { firstRunCode: string | null; isDemo: boolean; isProduction: boolean },
  place: string | undefined,
  isService: boolean,
): string {
  const lines = [`Ready is running at ${address}`, ''];
  if (firstRunCode !== null) {
    const ready = isService ? 'ready' : 'npm run ready --';
    lines.push(
      'There are no users yet. Make the first administrator in the browser, with the code in this address, which is good once and until the next start:',
      `  ${new URL(paths.firstRun(firstRunCode), address).href}`,
      'Or here, with a password that is shown once:',
      `  ${ready} org add 'Your organization'`,
      `  ${ready} user add your.name --org 'Your organization' --level 4`,
    );
    if (place !== undefined && !isService) lines.push(`Give both the same ${place} as this server.`);
    if (!isProduction) {
      lines.push(
        'To look around with the demo people and documents instead, stop the server and start it without --empty: npm start',
      );
    }
  } else if (isDemo) {
    lines.push('Sign in to the demo with one of these:');
    for (const { username, password, permission, does } of demoSignIns()) {
      lines.push(`  ${username.padEnd(6)} ${password}   level ${permission}, ${does}`);
    }
  }
  return `${[...lines, ...(isService ? [] : ['', 'Press Ctrl+C to stop.'])].join('\n')}\n`;
}
