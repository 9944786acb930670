import { describe, expect, it } from 'vitest';
import { inFull } from '../../tools/test/suites.ts';
import { explore, walks } from 'chart-walks';
import { templatePickerModel } from './models/documents/template-picker.model.ts';
import { withinReach } from './oracles/reach.ts';
import { templatePickerScreen } from './oracles/template-picker.screen.ts';
import { answer } from '../../tools/paths/paths.ts';
import { run } from './run-script.ts';

describe('npm run paths', () => {
  // All machines are explored, as `machines.test.ts` does.
  inFull(it)('shows a table of every machine, without a transition that is never taken', () => {
    const { status, out } = run('paths');
    expect(status).toBe(0);
    expect(out).toMatch(/^machine +starts +states +situations +edges +transitions +paths +steps +never taken\n/);
    expect(out.trim().split('\n').at(-1)).toMatch(/^all .* 0$/);
  });

  it('gives a list to read, one path of it, and the same as data', async () => {
    const list = await answer(['login']);
    const [, id = ''] = /^login\/(\w+) /m.exec(list) ?? [];
    expect(list).toContain('outcome signIn: unauthorized (401)');
    const one = (await answer([`login/${id}`])).trim();
    expect(list).toContain(one);
    const data = JSON.parse(await answer([`login/${id}`, '--json'])) as { id: string; steps: unknown[] }[];
    expect(data.map((path) => path.id)).toEqual([`login/${id}`]);
    expect(await answer(['login', '--md'])).toContain(`#### \`login/${id}\``);
    expect(await answer(['login', '--mermaid'])).toMatch(/^stateDiagram-v2\n/);
  });

  it('reads a walk that goes round what is out of reach of its screen', async () => {
    const explored = explore(templatePickerModel);
    const known = new Set(walks(explored, 'edges').map(({ id }) => id));
    const within = walks(withinReach(explored, templatePickerScreen.outOfReach), 'edges');
    const id = within.find((path) => !known.has(path.id))?.id ?? '';
    expect(await answer([`templatePicker/${id}`])).toMatch(`templatePicker/${id}  from 'start': loading`);
  });

  it.each([
    [['nothing'], /^There is no machine 'nothing': write one of app, .*\.$/],
    [['login', '--cover', 'all'], "There is no cover 'all': write one of --cover transitions, states, pairs, edges."],
    [
      ['login', '--cover'],
      "Option '--cover <value>' argument missing: write npm run paths -- --help for what there is.",
    ],
    [['login', 'auth'], "One machine or path at a time, not 'login' and 'auth': write one of them."],
    [['--json'], '--json is for one machine: write npm run paths -- <machine> --json.'],
  ])('answers %j with one sentence that says what to write', async (args, sentence) => {
    await expect(answer(args)).rejects.toThrow(sentence);
    await expect(answer(args)).rejects.toThrow(/^[^\n]+$/);
  });

  it('says such a sentence alone, and ends with code 1', () => {
    const complaint = "There is no path 'login/000000': write npm run paths -- login for the list.";
    expect(run('paths', 'login/000000')).toMatchObject({ status: 1, out: '', complaint });
  });

  it.each([
    [
      'templatePicker',
      /^Step \d+, '(listWips: .*|chooses another one yet)', cannot be taken on the screen: the editor has taken its place/,
    ],
    ['app', /^The machine 'app' has no screen to walk: write /],
  ])('emits no path of %s that cannot be walked, and says why', async (machine, sentence) => {
    const list = await answer([machine, '--cover', 'edges']);
    const [, id = ''] = new RegExp(`^(${machine}/\\w+)  from '.*'`, 'm').exec(list) ?? [];
    const emitted = answer([id, '--emit', 'playwright']);
    await expect(emitted).rejects.toThrow(sentence);
    await expect(emitted).rejects.toThrow(/^[^\n]+$/);
  });

  it('finds every transition of a machine taken, everything named and its list current', () => {
    expect(run('paths', 'login', '--check')).toMatchObject({ status: 0, complaint: '' });
  });
});
