import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, chmod, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve, delimiter } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, beforeAll, onTestFinished } from 'vitest';
import { startServer } from '#tests/support/hosts/server.ts';
import { freePort } from '../../../tools/run/free-port.ts';
import { givenFolder, runProgram, forThisTest, givenDist } from '../given.ts';
import { productionTree } from '../release/releases.ts';

const root = resolve(import.meta.dirname, '../../..');
const base = givenFolder();

const settings = { PORT: '0', HOST: '127.0.0.1', READY_DATA: join(base, 'data') };

const run = (cwd: string, args: readonly string[]) => runProgram(process.execPath, args, { cwd, env: settings });

describe('a machine without development packages', () => {
  it('runs the server and the command line', async () => {
    const tree = await productionTree(join(base, 'tree'));
    const server = spawn(process.execPath, ['server/start.mjs', '--empty'], { cwd: tree, env: settings });
    const ended = once(server, 'close') as Promise<[number]>;
    const error = text(server.stderr);
    let said = '';
    for await (const part of server.stdout.setEncoding('utf8')) {
      said += String(part);
      if (said.includes('Press Ctrl+C')) break;
    }
    const [, origin] = /^Ready is running at (\S+)$/m.exec(said) ?? [];
    expect([said, await (origin === undefined ? error : '')]).toEqual([expect.stringContaining('http://'), '']);
    expect((await fetch(`${String(origin)}/ready`)).status).toBe(200);
    const page = await fetch(`${String(origin)}/login`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const added = await run(tree, ['server/cli/main.ts', 'org', 'add', 'Harbor Fire']);
    expect([added.code, added.error]).toEqual([0, '']);
    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(await error).toBe('');
  });
});

describe('a Node that is too old', () => {
  // The check reads the version from the process, which says another one here before any file of ours is loaded.
  const older =
    "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.19.2'}})";

  it.each(['server/start.mjs', 'tools/build/build.ts', 'server/cli/main.ts'])(
    'is told so in one sentence by %s',
    async (file) => {
      const check = file.endsWith('.mjs') ? [] : ['--import', './tools/run/require-node.mjs'];
      const { code, out, error } = await run(root, ['--import', older, ...check, file]);
      expect([code, out]).toEqual([1, '']);
      expect(error).toMatch(/^Ready needs Node 24\.7 or newer and brings its own, but this is Node 20\.19\.2: .+\.\n$/);
    },
  );
});

const dist = givenDist();
const programs = join(base, 'programs');

/** Runs a program with the stand-ins for what only root and a running systemd have. */
const runWithStandIns = (program: string, args: readonly string[], env: Record<string, string>) =>
  runProgram(program, args, {
    cwd: root,
    env: { PATH: [programs, process.env['PATH'] ?? ''].join(delimiter), ...env },
  });

async function givenProgram(name: string, lines: string): Promise<void> {
  await writeFile(join(programs, name), `#!/bin/sh\n${lines}\n`);
  await chmod(join(programs, name), 0o755);
}

beforeAll(async () => {
  await mkdir(programs);
  await givenProgram('id', '[ "$1" = -u ] && echo 0; exit 0');
  // The command after `--` runs as the test's user.
  await givenProgram(
    'setpriv',
    `printf '%s\\n' "$@" > '${join(base, 'setpriv')}'; until [ "$1" = -- ]; do shift; done; shift; exec "$@"`,
  );
  // Prints the unit if a test has written one, with its overrides.
  await givenProgram(
    'systemctl',
    `if [ "$1" = cat ]; then cat '${join(base, 'known')}'; else printf '%s\\n' "$*" >> '${join(base, 'systemctl')}'; fi`,
  );
});

describe('deploy/ready', () => {
  const envFile = join(base, 'ready.env');
  const unitFile = join(base, 'ready.service');
  const wrapper = join(root, 'deploy', 'ready');
  /** The shipped unit, which runs this tree with settings of this test. */
  const givenUnit = async (environmentFile: string): Promise<void> => {
    const shipped = await readFile(join(root, 'deploy', 'ready.service'), 'utf8');
    const ours = shipped
      .replaceAll('/opt/ready', root)
      .replace('READY_DATA=/var/lib/ready', `"READY_DATA=${join(base, 'of the unit')}"`)
      .replace(/^EnvironmentFile=.*$/m, `EnvironmentFile=${environmentFile}`);
    await writeFile(unitFile, ours);
  };

  it("works on the service's own database as the service's user, whatever the caller has set", async () => {
    await givenUnit(envFile);
    await writeFile(envFile, '# Ours\nREADY_PUBLIC_URL="https://ready.example.org"\n');
    const caller = { READY_UNIT: unitFile, READY_DATA: join(base, 'of the caller'), DATABASE_URL: 'postgres://nobody' };
    const added = await runWithStandIns(wrapper, ['org', 'add', "Harbor 'Fire'", '--json'], caller);
    expect(added).toMatchObject({ code: 0, error: '' });
    const listed = await runWithStandIns(wrapper, ['org', 'list'], { READY_UNIT: unitFile });
    expect(listed.out).toContain("Harbor 'Fire'");
    expect((await readFile(join(base, 'setpriv'), 'utf8')).split('\n').slice(0, 4)).toEqual([
      '--reuid=ready',
      '--regid=ready',
      '--init-groups',
      '--',
    ]);
    // The file of settings has precedence over the unit's own lines.
    await writeFile(envFile, ` # Ours\n \tREADY_DATA='${join(base, 'of the file')}'`);
    const other = await runWithStandIns(wrapper, ['org', 'list'], { READY_UNIT: unitFile });
    expect([other.code, other.error]).toEqual([
      1,
      expect.stringContaining(`There is no installation in ${join(base, 'of the file')}.`),
    ]);
  });

  it('passes on what the command line answers, and how it ended', async () => {
    await givenUnit(`-${join(base, 'none')}`);
    const misused = await runWithStandIns(wrapper, ['no-such-command'], { READY_UNIT: unitFile });
    expect([misused.code, misused.error]).toEqual([2, expect.stringContaining('no-such-command')]);
  });

  it('takes the unit from systemd, with what an operator has laid over it', async () => {
    const [known, other] = [join(base, 'known'), join(base, 'other.env')];
    await givenUnit(envFile);
    await writeFile(envFile, `READY_DATA=${join(base, 'of the first file')}\nREADY_PUBLIC_URL=http://192.0.2.1\n`);
    await writeFile(other, 'LOG_LEVEL=error\n');
    const overrideOf = (lines: string) =>
      `\n# /etc/systemd/system/ready.service.d/override.conf\n[Service]\n${lines}\n`;
    const whereIs = async (lines: string): Promise<string> => {
      const unit = await readFile(unitFile, 'utf8');
      await writeFile(known, `# /etc/systemd/system/ready.service\n${unit}${overrideOf(lines)}`);
      return (await runWithStandIns(wrapper, ['org', 'list'], {})).error;
    };
    const there = (name: string): unknown =>
      expect.stringContaining(`There is no installation in ${join(base, name)}.`);
    // The first file is read after all lines of the unit, unless it is taken back.
    expect(await whereIs('')).toMatch(/^READY_PUBLIC_URL must begin with https/);
    await writeFile(envFile, `READY_DATA=${join(base, 'of the first file')}`);
    expect(await whereIs(`Environment=READY_DATA=${join(base, 'over')}`)).toEqual(there('of the first file'));
    const taken = `EnvironmentFile=\nEnvironmentFile=${other}\nEnvironment = READY_DATA=${join(base, 'over')}`;
    expect(await whereIs(taken)).toEqual(there('over'));
    expect(await whereIs(`${taken}\nUser=somebody-else`)).toEqual(there('over'));
    expect((await readFile(join(base, 'setpriv'), 'utf8')).split('\n')[0]).toBe('--reuid=somebody-else');
  });

  it('says in one sentence what it lacks', async () => {
    await givenUnit(join(base, 'none'));
    expect(await runWithStandIns(wrapper, ['doctor'], { READY_UNIT: unitFile })).toEqual({
      code: 1,
      out: '',
      error: `The service's settings ${join(base, 'none')} cannot be read.\n`,
    });
  });
});

async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

it('the container is well while its process answers, be the disk full: a new one would have no more room', async () => {
  const dockerfile = await readFile(join(root, 'deploy', 'Dockerfile'), 'utf8');
  const [, words = ''] = /^HEALTHCHECK .*\\\n\s+CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  const [, ...args] = JSON.parse(words) as string[];
  const ask = async (port: number) =>
    (
      await runWithStandIns(
        process.execPath,
        args.map((word) => word.replace(':4000', `:${port}`)),
        {},
      )
    ).code;
  expect(await ask(await serve(({ url }, response) => response.writeHead(url === '/health' ? 200 : 503).end()))).toBe(
    0,
  );
  expect(await ask(await serve((_request, response) => response.writeHead(500).end()))).toBe(1);
  expect(await ask(await freePort())).toBe(1);
});

describe('the watchdog', () => {
  const watch = (port: number) =>
    runWithStandIns(process.execPath, ['server/watchdog.ts', '--tries', '2', '--seconds', '0.5'], {
      PORT: String(port),
    });
  const restarts = (): Promise<string> => readFile(join(base, 'systemctl'), 'utf8').catch(() => '');

  it('leaves alone who answers, be it that the disk is full, and who is still starting', async () => {
    const asked: string[] = [];
    const well = await serve(({ url = '' }, response) => {
      asked.push(url);
      response.end();
    });
    expect(await watch(well)).toEqual({ code: 0, out: '', error: '' });
    expect(asked).toEqual(['/ready']);
    const full = await watch(await serve((_request, response) => response.writeHead(503).end()));
    expect([full.code, full.error]).toEqual([1, expect.stringMatching(/^Ready answers 503 .* would not help\./)]);
    const starting = await watch(await freePort());
    expect([starting.code, starting.error]).toEqual([1, expect.stringMatching(/^Nobody listens/)]);
    expect(await restarts()).toBe('');
  });

  it('has systemd restart who takes calls and answers none, after the last try', async () => {
    let calls = 0;
    const stuck = await serve(() => (calls += 1));
    const found = await watch(stuck);
    expect([found.code, found.error]).toEqual([
      1,
      'Ready did not answer /ready 2 times within 0.5 s: it was started again.\n',
    ]);
    expect([calls, await restarts()]).toEqual([2, 'restart ready.service\n']);
  });
});

describe('a server that gets X-Forwarded-For', () => {
  const warningsOf = async (env: Record<string, string>): Promise<string[]> => {
    const server = await forThisTest(startServer({ dist, args: ['--empty'], env: { LOG_LEVEL: 'info', ...env } }));
    const ask = (): Promise<Response> =>
      fetch(`${server.origin}/health`, { headers: { 'X-Forwarded-For': '192.0.2.7' } });
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
    // A line of the log for each call comes after what was said about it.
    await expect.poll(() => server.output().split('"path":"/health"').length).toBe(3);
    return server.output().match(/X-Forwarded-For comes from an address that READY_TRUST_PROXY does not name/g) ?? [];
  };

  it('says once that its proxy was not named, and nothing when it was', async () => {
    expect(await warningsOf({})).toHaveLength(1);
    expect(await warningsOf({ READY_TRUST_PROXY: '192.0.2.1' })).toHaveLength(1);
    expect(await warningsOf({ READY_TRUST_PROXY: '127.0.0.1' })).toEqual([]);
  });
});
