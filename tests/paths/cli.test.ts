import { describe, expect, it } from 'vitest';
import { inFull } from '../../tools/test/suites.ts';
import { explore, walks } from 'chart-walks';
import { templatePickerModel } from './models/documents/template-picker.model.ts';
import { withinReach } from './oracles/reach.ts';
import { templatePickerScreen } from './oracles/template-picker.screen.ts';
import { run } from './run-script.ts';

describe('npm run paths', () => {
  // All machines are explored, as `machines.test.ts` does.
  inFull(it)('shows a table of every machine, without a transition that is never taken', () => {
    const { status, out } = run('paths');
    expect(status).toBe(0);
    expect(out).toMatch(/^machine +starts +states +situations +edges +transitions +paths +steps +never taken\n/);
    expect(out.trim().split('\n').at(-1)).toMatch(/^all .* 0$/);
  });

  it('gives a list to read, one path of it, and the same as data', () => {
    const list = run('paths', 'login').out;
    const [, id = ''] = /^login\/(\w+) /m.exec(list) ?? [];
    expect(list).toContain('outcome signIn: unauthorized (401)');
    const one = run('paths', `login/${id}`).out.trim();
    expect(list).toContain(one);
    const data = JSON.parse(run('paths', `login/${id}`, '--json').out) as { id: string; steps: unknown[] }[];
    expect(data.map((path) => path.id)).toEqual([`login/${id}`]);
    expect(run('paths', 'login', '--md').out).toContain(`#### \`login/${id}\``);
    expect(run('paths', 'login', '--mermaid').out).toMatch(/^stateDiagram-v2\n/);
  });

  it('reads a walk that goes round what is out of reach of its screen', () => {
    const explored = explore(templatePickerModel);
    const known = new Set(walks(explored, 'edges').map(({ id }) => id));
    const within = walks(withinReach(explored, templatePickerScreen.outOfReach), 'edges');
    const id = within.find((path) => !known.has(path.id))?.id ?? '';
    expect(run('paths', `templatePicker/${id}`).out).toMatch(`templatePicker/${id}  from 'start': loading`);
  });

  it.each([
    [['nothing'], /^There is no machine 'nothing': write one of app, .*\.$/],
    [['login/000000'], "There is no path 'login/000000': write npm run paths -- login for the list."],
    [['login', '--cover', 'all'], "There is no cover 'all': write one of --cover transitions, states, pairs, edges."],
    [
      ['login', '--cover'],
      "Option '--cover <value>' argument missing: write npm run paths -- --help for what there is.",
    ],
    [['login', 'auth'], "One machine or path at a time, not 'login' and 'auth': write one of them."],
    [['--json'], '--json is for one machine: write npm run paths -- <machine> --json.'],
  ])('answers %j with one sentence that says what to write', (args, sentence) => {
    const { status, complaint } = run('paths', ...args);
    expect(status).toBe(1);
    expect(complaint).toMatch(sentence);
    expect(complaint.split('\n')).toHaveLength(1);
  });

  it.each([
    [
      'templatePicker',
      /^Step \d+, '(listWips: .*|chooses another one yet)', cannot be taken on the screen: the editor has taken its place/,
    ],
    ['app', /^The machine 'app' has no screen to walk: write /],
  ])('emits no path of %s that cannot be walked, and says why', (machine, sentence) => {
    const list = run('paths', machine, '--cover', 'edges').out;
    const [, id = ''] = new RegExp(`^(${machine}/\\w+)  from '.*'`, 'm').exec(list) ?? [];
    const { status, complaint } = run('paths', id, '--emit', 'playwright');
    expect(status).toBe(1);
    expect(complaint).toMatch(sentence);
    expect(complaint.split('\n')).toHaveLength(1);
  });

  it('finds every transition of a machine taken, everything named and its list current', () => {
    expect(run('paths', 'login', '--check')).toMatchObject({ status: 0, complaint: '' });
  });
});
