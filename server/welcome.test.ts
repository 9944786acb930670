import { expect, it } from 'vitest';
import { welcome } from './welcome.ts';

it('names the command line that is at hand: npm in a terminal, the wrapper where systemd started the server', () => {
  const empty = { firstRunCode: 'abcde-fghjk', isDemo: false, isProduction: true };
  const typed = welcome('https://ready.example.org', empty, 'READY_DATA', false);
  expect(typed).toMatch(/^ {2}npm run ready -- org add .*^Give both the same READY_DATA.*^Press Ctrl\+C/ms);
  expect(typed).toContain('\n  https://ready.example.org/first-run#abcde-fghjk\n');
  const service = welcome('https://ready.example.org', empty, 'READY_DATA', true);
  expect(service).toMatch(/^ {2}ready org add .*^ {2}ready user add /ms);
  expect(service).not.toMatch(/npm|READY_DATA|Ctrl/);
});
