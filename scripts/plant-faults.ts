import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** One change of a chart, by which its tests are tested. */
type Fault = { machine: string; file: string; what: string; line: number; text: string };

const root = resolve(import.meta.dirname, '..');
const run = promisify(execFile);
const camel = (stem: string): string => stem.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** What is changed: where, and into what. */
const CHANGES: readonly {
  what: string;
  pattern: RegExp;
  into: (found: string, all: readonly string[]) => string | null;
}[] = [
  {
    what: 'another target',
    pattern: /target: '([^']+)'/g,
    into: (found, all) => all[(all.indexOf(found) + 1) % all.length] ?? null,
  },
  { what: 'no guard', pattern: /guard: '\w+', /g, into: () => '' },
  {
    what: 'a guard that always holds',
    pattern: /guard: \{ type: '\w+', params: \([^)]*\) => [^\n]* \},\n/g,
    into: () => '\n',
  },
  { what: 'an action left out', pattern: /,? ?actions: '\w+'/g, into: () => '' },
  { what: 'an entry left out', pattern: /entry: '\w+',/g, into: () => '' },
  { what: 'a delay 1 ms longer', pattern: /(?<=delays: \{ \w+: )\w+/g, into: (found) => `${found} + 1` },
  { what: 'a tag left out', pattern: /tags: '\w+',? ?/g, into: () => '' },
  { what: 'another tag', pattern: /(?<=tags: \[)'\w+', /g, into: () => '' },
];

/** Every fault of a machine's file. */
async function faultsOf(stem: string): Promise<Fault[]> {
  const file = join('src', 'machines', `${stem}.machine.ts`);
  const source = await readFile(join(root, file), 'utf8');
  const chart = source.indexOf('createMachine(');
  return CHANGES.flatMap(({ what, pattern, into }) => {
    const all = [...new Set([...source.slice(chart).matchAll(pattern)].map(([found]) => found))];
    return [...source.matchAll(pattern)].flatMap((match) => {
      if (match.index < chart && !what.includes('delay')) return [];
      const changed = into(match[0], all);
      if (changed === null || changed === match[0]) return [];
      const text = source.slice(0, match.index) + changed + source.slice(match.index + match[0].length);
      const line = source.slice(0, match.index).split('\n').length;
      return [
        {
          machine: camel(stem),
          file,
          what: `${what}: ${match[0].trim()}${changed === '' || changed === '\n' ? '' : ` → ${changed}`}`,
          line,
          text,
        },
      ];
    });
  });
}

/** Whether the tests see a fault in a copy of the project. */
async function isCaught(folder: string, { file, machine, text }: Fault): Promise<boolean> {
  const path = join(folder, file);
  const whole = await readFile(path, 'utf8');
  await writeFile(path, text);
  try {
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const args = [vitest, 'run', '--project', 'paths', '--project', 'screens', '--bail', '1', '-t', machine];
    await run(process.execPath, [...args, 'machines.test', 'screens.test'], { cwd: folder, timeout: 240_000 });
    return false;
  } catch {
    return true;
  } finally {
    await writeFile(path, whole);
  }
}

/** Plants every fault in the machines that are walked on their screens, one after the other. */
async function plant(stems: readonly string[]): Promise<string> {
  await mkdir(join(root, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(root, '.cache', 'faults-'));
  try {
    for (const part of [
      'src',
      'server',
      'tests',
      'scripts',
      'templates',
      'docs',
      'package.json',
      'tsconfig.json',
      'vitest.config.ts',
    ]) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- a few folders
      await cp(join(root, part), join(folder, part), { recursive: true });
    }
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const faults = (await Promise.all(stems.map(faultsOf))).flat();
    const [first] = faults;
    if (first && (await isCaught(folder, { ...first, text: await readFile(join(root, first.file), 'utf8') }))) {
      throw new Error('The tests fail without any fault: mend them first.');
    }
    const missed: Fault[] = [];
    for (const fault of faults) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one fault at a time
      const caught = await isCaught(folder, fault);
      process.stderr.write(`${caught ? 'caught' : 'MISSED'}  ${fault.machine}:${fault.line}  ${fault.what}\n`);
      if (!caught) missed.push(fault);
    }
    const share = Math.round(((faults.length - missed.length) / Math.max(1, faults.length)) * 100);
    const rows = missed.map(
      ({ machine, line, what }) => `| \`${machine}\` | ${line} | ${what.replaceAll('|', '\\|')} |`,
    );
    const table =
      rows.length === 0 ? '' : `\nNot caught:\n\n| machine | line | fault |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
    return `# What the path tests catch\n\n\`node scripts/plant-faults.ts ${stems.join(' ')}\` changed guards, targets, actions, delays and tags of the charts that are walked on their screens, one at a time: ${faults.length} faults, ${faults.length - missed.length} caught (${share} %).\n${table}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const given = process.argv.slice(2);
const text = await plant(given.length > 0 ? given : ['login', 'dashboard', 'wip-list']);
await writeFile(join(root, 'docs', 'statecharts', 'planted-faults.md'), text);
process.stdout.write(text);
