import { stateNodes, transitionsOf } from 'xstate-chart-svg/chart';
import type { Entry } from '../../tests/paths/registry.ts';
import { chartSvg } from 'xstate-chart-svg';
import { aboutOf, chartPart, type IndexRow, indexPage } from './page.ts';

/**
 * The files of `docs/statecharts` by name, without what a chart must be explored for: the pages end before their paths.
 * @param all every machine
 */
export async function chartFiles(all: readonly Entry[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const rows: IndexRow[] = [];
  for (const { machine, stem, name, file } of all) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- the layout is a single worker
    found.set(`${stem}.svg`, await chartSvg(machine));
    const about = aboutOf(file);
    found.set(`${stem}.md`, chartPart({ file, stem, machine, about }));
    rows.push({ stem, name, about, states: stateNodes(machine).length, transitions: transitionsOf(machine).length });
  }
  found.set('README.md', indexPage(rows));
  return found;
}
