import { entries, modelOf } from '/work/main/tests/paths/registry.ts';
import { explore } from '/work/main/tests/paths/engine/explore.ts';
import { chartProblems } from '/work/main/tests/paths/engine/check.ts';
import { walks } from '/work/main/tests/paths/engine/walks.ts';
const cpu = () => process.cpuUsage().user / 1000;
let t0 = cpu();
const all = await entries();
console.log('import', cpu() - t0);
let sum = 0;
for (const e of all) {
  if (process.argv[2] && !process.argv.slice(2).includes(e.name)) continue;
  let t = cpu();
  let x;
  try {
    x = explore(modelOf(e));
  } catch (error) {
    console.log(e.name, String(error));
    continue;
  }
  const problems = chartProblems(x);
  if (problems.length) console.log(problems.join('\n'));
  const te = cpu() - t;
  t = cpu();
  chartProblems(x);
  const tc = cpu() - t;
  t = cpu();
  const w = walks(x, 'transitions');
  const tw = cpu() - t;
  sum += te + tc + tw;
  const ne = [...x.edges.values()].reduce((s, l) => s + l.length, 0);
  console.log(
    e.name.padEnd(18),
    'sit',
    String(x.edges.size).padStart(6),
    'edges',
    String(ne).padStart(7),
    'trans',
    x.transitions.length,
    'explore',
    te.toFixed(0),
    'check',
    tc.toFixed(0),
    'walksT',
    tw.toFixed(0),
    w.length,
    'ms/edge',
    (te / ne).toFixed(3),
  );
}
console.log('sum', sum);
