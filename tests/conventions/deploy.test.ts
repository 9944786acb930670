import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { appPageHeaders, frameHeaders } from '#document/frame-headers.ts';
import { accessTable } from '#server/http/guards/access-table.ts';
import { readSettings } from '#server/settings.ts';
import { readSource } from './source.ts';

/** What the linter finds, as `line: sentence`. */
const problemsOf = (dockerfile: string): string[] =>
  validate(dockerfile).map(
    ({ range, message }) => `${range.start.line + 1}: ${typeof message === 'string' ? message : message.value}`,
  );

describe('deploy/Dockerfile', () => {
  const dockerfile = readSource('deploy/Dockerfile');

  it('is what a Docker engine understands', () => {
    expect(problemsOf(dockerfile)).toEqual([]);
  });

  it('builds on the Node that the project runs on, and ends as a user without rights', () => {
    const { devDependencies } = JSON.parse(readSource('package.json')) as { devDependencies: Record<string, string> };
    const bases = [...dockerfile.matchAll(/^FROM node:([\d.]+)-\S+/gm)].map(([, version]) => version);
    expect(new Set(bases)).toEqual(new Set([devDependencies['node']]));
    expect(dockerfile.slice(dockerfile.lastIndexOf('FROM '))).toMatch(/^USER node$/m);
  });

  it('is checked by a linter that sees a mistake', () => {
    expect(problemsOf(dockerfile.replace('USER node', 'USR node'))).toEqual([expect.stringMatching(/USR/)]);
  });
});

describe('deploy/nginx-static.conf', () => {
  const conf = readSource('deploy/nginx-static.conf');
  const bodyOf = (location: string): string => conf.split(`location ${location} {`)[1]?.split('\n    }')[0] ?? '';
  /** The headers that a location sends; it inherits no `add_header` when it has one of its own. */
  const headersOf = (location: string): Record<string, string> =>
    Object.fromEntries(
      [...bodyOf(location).matchAll(/add_header (\S+) "(.*)" always;/g)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    );

  it('sends the headers that the server sends', () => {
    const sandboxed = (print: boolean) => ({
      ...headersOf('= /frame.html'),
      'Content-Security-Policy': headersOf('= /frame.html')['Content-Security-Policy']?.replace(
        '$ready_frame_sandbox',
        new RegExp(`${print ? '"1"' : 'default'} "(.*)";`).exec(conf)?.[1] ?? '',
      ),
    });
    expect(sandboxed(false)).toEqual(frameHeaders());
    expect(sandboxed(true)).toEqual(frameHeaders({ print: true }));
    expect(headersOf('/')).toEqual(appPageHeaders({ nonce: null, origin: 'https://ready.example.org' }));
  });

  it('passes every call on to the server', () => {
    const [, pattern = '(?!)'] = /location ~ (\S+) \{\s+proxy_pass/.exec(conf) ?? [];
    const calls = Object.keys(accessTable).filter((route) => /^\w+ \/(auth|v1|events)\//.test(route));
    expect(calls.length).toBeGreaterThan(15);
    for (const route of calls) expect(route.split(' ')[1]).toMatch(new RegExp(pattern));
    for (const page of ['/', '/login', '/v1x', '/frame.html', '/assets/a.js'])
      expect(page).not.toMatch(new RegExp(pattern));
  });
});

describe('deploy/ready.env and deploy/ready.service', () => {
  const settingsIn = (text: string, line: RegExp): [string, string][] =>
    [...text.matchAll(line)].map(([, name = '', value = '']) => [name, value]);
  const own = settingsIn(readSource('deploy/ready.env'), /^([A-Z_]+)=(.*)$/gm);
  const unit = settingsIn(readSource('deploy/ready.service'), /^Environment=([A-Z_]+)=(.*)$/gm);

  it('name settings that there are, and together they let the server start', () => {
    const documented = readSource('docs/server.md');
    expect(own.map(([name]) => name)).toContain('DATABASE_URL');
    for (const [name] of [...own, ...unit]) expect(documented).toContain(`\`${name}\``);
    expect(readSettings(Object.fromEntries([...unit, ...own]))).toMatchObject({
      isProduction: true,
      databaseUrl: Object.fromEntries(own)['DATABASE_URL'],
    });
  });
});
