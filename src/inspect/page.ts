import type { AnyStateMachine } from 'xstate';
import { showCharts } from 'xstate-chart-svg/page';
import styles from 'xstate-chart-svg/page.css?url';
import { CHANNEL } from './address.ts';

const modules = import.meta.glob<Record<string, AnyStateMachine>>('../machines/*/*.machine.ts');

/** Shows the living charts of every machine in the place of the application. @param place the page's root element */
export async function showOurCharts(place: HTMLElement): Promise<void> {
  // Not an import for its effect: the build would put the styles into a file of other screens, which this page does not load.
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = styles;
  document.head.append(link);
  const all = Object.entries(modules).map(async ([path, load]) => {
    const module = await load();
    const machines = Object.entries(module).filter(([name]) => name.endsWith('Machine'));
    return machines.map(([, machine]) => ({ machine, group: path.split('/').at(-2) ?? '' }));
  });
  showCharts(place, { machines: (await Promise.all(all)).flat(), channel: CHANNEL, name: 'Ready' });
}
