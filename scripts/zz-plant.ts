import { entries, modelOf } from '../tests/paths/registry.ts';
import { explore } from '../tests/paths/engine/explore.ts';
import { chartProblems } from '../tests/paths/engine/check.ts';
import { chartFaultsOf, plant } from './faults/chart.ts';
const want = process.argv.slice(2);
let total = 0,
  caught = 0;
for (const e of await entries()) {
  const model = modelOf(e);
  const faults = chartFaultsOf(e.machine);
  if (want.length ? !want.includes(e.name) : e.name === 'editor') {
    console.log(e.name, faults.length, 'not run');
    continue;
  }
  const missed: string[] = [];
  let n = 0;
  const t = performance.now();
  for (const f of faults) {
    if (f.kind === 'delay' || f.kind === 'tag') continue;
    n++;
    let by = '';
    try {
      by = chartProblems(explore({ ...model, machine: plant(e.machine, f.id) }))
        .filter((p) => !p.includes('nowhere on the chart'))
        .join();
    } catch (error) {
      by = String(error);
    }
    if (by === '') missed.push(f.id);
  }
  total += n;
  caught += n - missed.length;
  console.log(e.name, faults.length, 'caught', n - missed.length, '/', n, Math.round(performance.now() - t) + 'ms');
  for (const m of missed) console.log('   ', m);
}
console.log(caught, total);
