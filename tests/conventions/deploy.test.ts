import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { appPageHeaders, frameHeaders } from '#common/config/frame-headers.ts';
import { accessRules } from '#tests/support/access-rules.ts';
import { readSettings } from '#server/settings.ts';
import { linesOutside } from '../../tools/release/nginx.ts';
import { projectFiles, readSource, root } from './source.ts';

/** Returns the linter's findings, as `line: sentence`. */
const problemsOf = (dockerfile: string): string[] =>
  validate(dockerfile).map(
    ({ range, message }) => `${range.start.line + 1}: ${typeof message === 'string' ? message : message.value}`,
  );

/** The images on which a Dockerfile builds: a name of an `ARG` in its place. Stages of its own are none. */
function imagesOf(dockerfile: string): string[] {
  const given = new Map([...dockerfile.matchAll(/^ARG (\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]));
  const lines = [...dockerfile.matchAll(/^FROM (\S+)(?: AS (\S+))?$/gm)];
  const stages = lines.map(([, , stage]) => stage);
  return lines
    .map(([, image = '']) => image.replace(/\$\{(\w+)\}/, (_all, name: string) => given.get(name) ?? ''))
    .filter((image) => !stages.includes(image));
}

const PINNED = /^node:([\d.]+)-[\w-]+@sha256:[0-9a-f]{64}$/;

describe('deploy/Dockerfile', () => {
  const dockerfile = readSource('deploy/Dockerfile');
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));

  it('is what a Docker engine understands', () => {
    expect(problemsOf(dockerfile)).toEqual([]);
  });

  it('builds on the Node that the project runs on, to the byte, and ends as a user without rights', () => {
    const { dependencies } = JSON.parse(readSource('package.json')) as { dependencies: Record<string, string> };
    const images = imagesOf(dockerfile);
    expect(images).toHaveLength(3);
    expect(new Set(images.map((image) => PINNED.exec(image)?.[1]))).toEqual(new Set([dependencies['node']]));
    expect(last).toMatch(/^USER node$/m);
    // A tag alone may lead to other bytes tomorrow.
    expect(imagesOf(dockerfile.replace(/@sha256:\w+/, ''))[0]).not.toMatch(PINNED);
  });

  it('holds what runs, without packages of the page and without a compiler', () => {
    const [, modules = ''] = /AS modules\n([^]*?)\n\n/.exec(dockerfile) ?? [];
    expect(modules).toContain('npm ci --omit=dev --omit=optional --ignore-scripts');
    expect([...last.matchAll(/^COPY (\S+ \S+)/gm)].map(([, what]) => what)).toEqual([
      '--from=modules /app/node_modules',
      '--from=build /app/dist',
      'package.json ./',
      'tools/run/require-node.mjs tools/run/',
      'common common',
      'server server',
      'templates templates',
    ]);
  });

  it('is started with the address of the proxy, so that visitors are told apart', () => {
    const [command = ''] = /^# {3}docker run (?:.*\\\n)*.*$/m.exec(dockerfile) ?? [];
    const given = [...command.matchAll(/-e ([A-Z_]+)=/g)].map(([, name]) => name);
    expect(given).toEqual(['READY_PUBLIC_URL', 'READY_TRUST_PROXY']);
  });

  it('is checked by a linter that sees a mistake', () => {
    expect(problemsOf(dockerfile.replace('USER node', 'USR node'))).toEqual([expect.stringMatching(/USR/)]);
  });
});

describe('deploy/compose.yaml', () => {
  type Service = Record<string, unknown> & {
    environment: Record<string, string>;
    profiles: string[];
    volumes: string[];
  };
  type Compose = { services: Record<string, Service>; volumes: object; networks: unknown };
  const compose = parse(readSource('deploy/compose.yaml'), { merge: true }) as Compose;
  const services = Object.entries(compose.services);
  const [, last = ''] = /\n(FROM [^]*)$/.exec(readSource('deploy/Dockerfile')) ?? [];

  it('runs everything without root, on a root file system that can only be read, with no more rights than it needs', () => {
    expect(services.map(([name, { profiles }]) => [name, profiles])).toEqual([
      ['ready', ['sqlite']],
      ['ready-on-postgres', ['postgres']],
      ['postgres', ['postgres']],
    ]);
    for (const [name, service] of services) {
      expect([name, service]).toEqual([
        name,
        expect.objectContaining({
          read_only: true,
          cap_drop: ['ALL'],
          security_opt: ['no-new-privileges:true'],
          restart: 'unless-stopped',
          user: name === 'postgres' ? 'postgres' : 'node',
        }),
      ]);
      expect(service['tmpfs']).toContain('/tmp:mode=1777,size=64m');
    }
  });

  it('keeps what is written in volumes that are there, and opens one port, on this machine alone', () => {
    const named = services.flatMap(([, { volumes }]) => volumes.map((volume) => volume.split(':')[0]));
    expect(new Set(named)).toEqual(new Set(Object.keys(compose.volumes)));
    const { ready, 'ready-on-postgres': onPostgres } = compose.services;
    expect([ready?.['ports'], compose.services['postgres']?.['ports']]).toEqual([['127.0.0.1:4000:4000'], undefined]);
    expect(onPostgres).toEqual({ ...ready, ...pickOwn(onPostgres) });
    // The folders of the volumes belong to the user of the image.
    for (const volume of ready?.volumes ?? [])
      expect(last).toMatch(new RegExp(`chown node:node .*${volume.split(':')[1]}\\b`));
    expect(last).toContain('HEALTHCHECK');
  });

  it('gives settings with which a server starts, and trusts the machine of the proxy alone', () => {
    const given = { READY_PUBLIC_URL: 'https://ready.example.org', POSTGRES_PASSWORD: 'secret' };
    const filled = (value: string): string =>
      value.replace(/\$\{(\w+):[^}]*\}/g, (_all, name: keyof typeof given) => given[name]);
    for (const name of ['ready', 'ready-on-postgres']) {
      const environment = Object.entries(compose.services[name]?.environment ?? {});
      const settings = readSettings(Object.fromEntries(environment.map(([key, value]) => [key, filled(value)])));
      expect([settings.publicUrl?.href, settings.trustProxy]).toEqual(['https://ready.example.org/', '172.30.40.1']);
      expect(settings.databaseUrl).toBe(
        name === 'ready' ? null : 'postgres://ready:secret@postgres:5432/ready?sslmode=disable',
      );
    }
    expect(JSON.stringify(compose.networks)).toContain('"gateway":"172.30.40.1"');
  });

  /** Parts that the service on PostgreSQL has of its own. */
  function pickOwn(service: Service | undefined): object {
    const own = ['profiles', 'environment', 'depends_on'];
    return Object.fromEntries(Object.entries(service ?? {}).filter(([key]) => own.includes(key)));
  }
});

describe('deploy/nginx.conf', () => {
  const conf = readSource('deploy/nginx.conf');

  it('passes every address on, and takes no process for dead', () => {
    const [, secure = ''] = conf.split('listen 443');
    expect([...secure.matchAll(/^ {4}location (.*) \{$/gm)].map(([, place]) => place)).toEqual(['/']);
    expect(secure).not.toMatch(/^\s*(root|add_header|try_files)\b/m);
  });

  it('asks for room for all live views that a server lets in, as docs/operations.md sets it', () => {
    const numbersIn = (text: string): number[] =>
      ['worker_connections', 'worker_rlimit_nofile'].map((name) =>
        Number(new RegExp(`\\b${name} (\\d+);`).exec(text)?.[1] ?? 0),
      );
    const [connections = 0, files = 0] = numbersIn(linesOutside(conf));
    expect(connections).toBeGreaterThanOrEqual(2 * readSettings({}).streams.inAll);
    expect(files).toBeGreaterThanOrEqual(connections);
    expect(numbersIn(readSource('docs/operations.md'))).toEqual([connections, files]);
    // The test with a real nginx takes its own from the same lines.
    expect(readSource('tests/nginx/served.ts')).not.toMatch(/worker_(connections|rlimit_nofile) \d/);
  });

  it.each(['deploy/nginx.conf', 'deploy/nginx-static.conf'])(
    'is for several processes, and for IPv6 too: %s',
    (file) => {
      const text = readSource(file);
      const servers = [...text.matchAll(/^\s*(?:# )?server 127\.0\.0\.1:\d+(.*);$/gm)].map(([, rest]) => rest);
      expect(new Set(servers)).toEqual(new Set([' max_fails=0']));
      for (const port of ['80', '443 ssl http2']) {
        expect(text).toContain(`listen ${port};`);
        expect(text).toContain(`listen [::]:${port};`);
      }
    },
  );
});

describe('deploy/nginx-static.conf', () => {
  const conf = readSource('deploy/nginx-static.conf');
  const secure = conf.slice(conf.indexOf('listen 443'));
  const bodyOf = (location: string): string => secure.split(`location ${location} {`)[1]?.split('\n    }')[0] ?? '';
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
    const calls = Object.keys(accessRules).filter((route) => /^\w+ \/(auth|v1|events)\//.test(route));
    expect(calls.length).toBeGreaterThan(15);
    for (const route of calls) expect(route.split(' ')[1]).toMatch(new RegExp(pattern));
    for (const address of ['/health', '/ready', '/openapi.json']) expect(address).toMatch(new RegExp(pattern));
    for (const page of ['/', '/login', '/v1x', '/frame.html', '/assets/a.js', '/health/x', '/readyx'])
      expect(page).not.toMatch(new RegExp(pattern));
  });
});

/** One section of a unit: its lines in order, by name. */
type Section = Map<string, string[]>;

/** @throws for a line that is neither a section, a setting nor a comment */
function parseUnit(text: string): Map<string, Section> {
  const sections = new Map<string, Section>();
  let current: Section | null = null;
  for (const line of text.split('\n')) {
    const [, name] = /^\[(\w+)\]$/.exec(line) ?? [];
    const [, key, value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined) sections.set(name, (current = new Map()));
    else if (key !== undefined && current) current.set(key, [...(current.get(key) ?? []), value]);
    else if (line !== '' && !line.startsWith('#')) throw new Error(`Neither section nor setting: ${line}`);
  }
  return sections;
}

describe('the units of systemd', () => {
  const files = projectFiles('deploy/*.{service,timer}');
  const units = new Map(files.map((file) => [file, parseUnit(readSource(file))]));
  const settingsOf = (text: string, line: RegExp): [string, string][] =>
    [...text.matchAll(line)].map(([, name = '', value = '']) => [name, value]);
  // A setting behind a # is an offer.
  const own = settingsOf(readSource('deploy/ready.env'), /^#?([A-Z_]+)=(.*)$/gm);
  const unit = settingsOf(readSource('deploy/ready.service'), /^Environment=([A-Z_]+)=(.*)$/gm);

  it('name settings that there are, and together they let the server start', () => {
    const documented = readSource('docs/server.md');
    expect(own.map(([name]) => name)).toContain('DATABASE_URL');
    for (const [name] of [...own, ...unit]) expect(documented).toContain(`\`${name}\``);
    expect(readSettings(Object.fromEntries([...unit, ...own]))).toMatchObject({
      isProduction: true,
      databaseUrl: Object.fromEntries(own)['DATABASE_URL'],
    });
  });

  it('are three services and two timers, each timer of one of them and started with the machine', () => {
    expect(files.map((file) => file.replace('deploy/', ''))).toEqual([
      'ready-backup.service',
      'ready-backup.timer',
      'ready-watchdog.service',
      'ready-watchdog.timer',
      'ready.service',
    ]);
    for (const file of files.filter((one) => one.endsWith('.timer'))) {
      expect(files).toContain(file.replace('.timer', '.service'));
      expect(units.get(file)?.get('Install')?.get('WantedBy')).toEqual(['timers.target']);
    }
  });

  it('start files of this tree, with the Node that it brings', () => {
    const { dependencies } = JSON.parse(readSource('package.json')) as { dependencies: Record<string, string> };
    expect(dependencies).toHaveProperty('node');
    const commands = [...units.values()].flatMap((sections) => sections.get('Service')?.get('ExecStart') ?? []);
    expect(commands).toHaveLength(3);
    for (const command of commands) {
      const [program = '', script = ''] = command.split(' ');
      const file = program.replace('/opt/ready/', '');
      if (file === 'node_modules/.bin/node') expect(existsSync(join(root, script)), command).toBe(true);
      else expect(existsSync(join(root, file)), command).toBe(true);
    }
  });

  it('keep the server within bounds, and read its certificates again on demand', () => {
    const service = units.get('deploy/ready.service')?.get('Service');
    expect(service?.get('MemoryMax')).toHaveLength(1);
    expect(service?.get('ExecReload')).toEqual(['kill -HUP $MAINPID']);
    expect(service?.get('Restart')).toEqual(['always']);
    const streams = readSettings({}).streams.inAll;
    expect(Number(service?.get('LimitNOFILE')?.[0])).toBeGreaterThan(2 * streams);
  });

  it('are read by a parser that sees a line that is none', () => {
    expect(() => parseUnit('[Service]\nExecStart /opt/ready/x')).toThrow('Neither section nor setting');
  });
});
