import { readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { demo, Person, signedIn } from '#tests/support/person.ts';
import { rawCall } from '#tests/support/raw-call.ts';
import { save, saving, submit } from '#tests/support/writing.ts';
import { given, runReady, startInside } from '../given.ts';

const deploy = resolve(import.meta.dirname, '../../../deploy');
const read = (name: string): string => readFileSync(join(deploy, name), 'utf8');

type Rule = { alert: string; expr: string; labels: object; annotations: { summary: string; description: string } };
const { groups } = parse(read('prometheus-rules.yml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

type Panel = { id: number; type: string; title: string; description?: string; targets?: { expr: string }[] };
const dashboard = JSON.parse(read('grafana-dashboard.json')) as { panels: Panel[]; templating: unknown };
const panels = dashboard.panels.filter(({ type }) => type !== 'row');

const ofRules = rules.map(({ expr }) => expr);
const ofPanels = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

/** A metric that an expression reads, with the labels by which it chooses; `value` for an equal sign alone. */
type Choice = { name: string; labels: { name: string; value: string | null }[] };

/** Prometheus gives these by itself. */
const OWN = ['instance', 'job'];

function choicesIn(expression: string): Choice[] {
  // Words inside of quotes are values.
  const found = expression.matchAll(/\b((?:ready|process|nodejs)_\w+)(?:\{((?:[^{}"]|"[^"]*")*)\})?/g);
  // The nearest group before a metric is its own.
  const groupedBefore = (at: number): string[] => {
    const [, names] = [...expression.slice(0, at).matchAll(/\bby \(([^)]*)\)/g)].at(-1) ?? [];
    return names?.split(/, */) ?? [];
  };
  return [...found].map(({ 1: name = '', 2: inside = '', index }) => ({
    name,
    labels: [
      ...[...inside.matchAll(/(\w+)(=~|!=|!~|=)"([^"]*)"/g)].map(([, label = '', sign, value = '']) => ({
        name: label,
        value: sign === '=' ? value : null,
      })),
      ...groupedBefore(index).map((label) => ({ name: label, value: null })),
    ].filter((label) => !OWN.includes(label.name)),
  }));
}

/** Metrics and labels that an expression reads and `text`, an answer of /metrics, does not have. */
function lacksOf(expression: string, text: string): string[] {
  const samples = [...text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)].map(([, name = '', inside = '']) => ({
    name,
    labels: new Map([...inside.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', value = '']) => [label, value])),
  }));
  return choicesIn(expression).flatMap(({ name, labels }) => {
    const own = samples.filter((sample) => sample.name === name);
    if (own.length === 0) return [name];
    return labels
      .filter(({ name: label, value }) =>
        own.every((one) => (value === null ? !one.labels.has(label) : one.labels.get(label) !== value)),
      )
      .map(({ name: label, value }) => `${name}{${label}${value === null ? '' : `="${value}"`}}`);
  });
}

const lacking = (expressions: readonly string[], text: string): string[] =>
  [...new Set(expressions.flatMap((expression) => lacksOf(expression, text)))].toSorted();

/** The time stamp authority is never reached: what waits for it is counted all the same. */
const server = given(() => startInside({ READY_TIMESTAMP_URL: 'http://127.0.0.1:9/' }));
const metrics = async (): Promise<string> => (await rawCall(server.origin, { path: '/metrics' })).text;

describe('what Prometheus and Grafana are given', () => {
  it('reads what a server has, by labels and routes that it has, after everything has happened once', async () => {
    const before = await metrics();
    // Each process counts what it has done, and an installation has no backup at first: no value is no alert.
    expect(lacking(ofRules, before)).toEqual([
      'ready_backup_hook_failed',
      'ready_http_requests_total',
      'ready_last_backup_timestamp_seconds',
      'ready_sign_ins_refused_total',
    ]);
    const folder = join(server.dataDir, 'backups');
    await runReady({ ...server.place, READY_BACKUP_HOOK: '/bin/true' }, ['backup', '--keep', '1', folder]);
    await new Person(server.origin).post('/auth/login', { username: demo.writer, password: 'wrong' });
    const writer = await signedIn(server.origin, demo.writer);
    const { uuid } = await save(writer, 'Watched');
    await writer.post(`/v1/wips/${uuid}/update`, saving('Watched again'));
    await submit(writer, uuid);
    const after = await metrics();
    // The test of such calls is in operation.test.ts.
    const cut = ['ready_http_requests_total{status="499"}'];
    expect(lacking([...ofRules, ...ofPanels], after)).toEqual(cut);
  });

  it('has a sentence for each alert, a panel for each subject, and no number twice', () => {
    expect(rules.length).toBeGreaterThan(9);
    for (const { alert, annotations } of rules) {
      expect([alert, annotations.summary]).toEqual([alert, expect.stringMatching(/^[A-Z{].*\.$/)]);
      expect(annotations.description).toMatch(/\.$/);
    }
    for (const { title, description } of panels) expect([title, description]).toEqual([title, expect.any(String)]);
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    // Each metric of ours that an alert reads can be seen.
    const seen = new Set(ofPanels.flatMap(choicesIn).map(({ name }) => name));
    expect(ofRules.flatMap(choicesIn).filter(({ name }) => !seen.has(name))).toEqual([]);
  });

  it('is read by rules that find a metric, a label and a route that there are not', () => {
    const text = 'ready_a{route="/x",status="200"} 1\nready_b 2\n';
    expect(lacksOf('ready_b + sum by (status) (rate(ready_a{route="/x"}[5m]))', text)).toEqual([]);
    expect(lacksOf('ready_c', text)).toEqual(['ready_c']);
    expect(lacksOf('ready_a{route="/y"}', text)).toEqual(['ready_a{route="/y"}']);
    expect(lacksOf('sum by (budget) (ready_a)', text)).toEqual(['ready_a{budget}']);
  });

  // Debian: apt-get install prometheus.
  const promtool = spawnSync('promtool', ['--version']).status === 0;
  (promtool ? it : () => undefined)('is understood by Prometheus itself, where it is installed', () => {
    const checked = spawnSync('promtool', ['check', 'rules', join(deploy, 'prometheus-rules.yml')], {
      encoding: 'utf8',
    });
    expect([checked.status, checked.stderr]).toEqual([0, '']);
  });
});
