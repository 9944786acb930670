import wip from '../../server/seed-data/wips/01-corvane-ridge-status-board.json' with { type: 'json' };
import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT } from '#common/config/constants.ts';
import { paths, type ScreenName, screens as places } from '#common/config/paths.ts';
import { isFull } from '../../tools/test/suites.ts';

/** A screen with the demo's data: its user, its address, and a text, or the main heading, that is shown once it has loaded. */
export type DemoScreen = {
  name: string;
  who: 'admin' | 'visitor';
  path: string;
  ready: string | { readonly heading: string };
};
/** A screen of the table, which has its address and its user. */
type Row = Partial<DemoScreen> & { readonly of: ScreenName };

export const commandDashboard = paths.multipleDashboard(COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT);

const rows: readonly Row[] = [
  { of: 'login', name: 'sign in', ready: 'Sign In' },
  { of: 'login', name: 'already signed in', who: 'admin', ready: 'Already Logged In' },
  { of: 'signup', ready: 'First name' },
  { of: 'first-run', path: paths.firstRun('abcde'), ready: 'Password again' },
  { of: 'dashboard', ready: 'Activity Log' },
  { of: 'select-template', ready: 'Select Base Template' },
  { of: 'editor', name: 'editor of a template', path: paths.form(COMMAND_TEMPLATE_LEFT), ready: 'Open WIP' },
  { of: 'editor', name: 'editor of a WIP', path: paths.wip(wip.template, wip.uuid), ready: 'Submit to Dashboard' },
  { of: 'wip-list', path: paths.openWip(COMMAND_TEMPLATE_LEFT), ready: 'Available WIPs (1)' },
  { of: 'archives', ready: 'Getting Started' },
  { of: 'user-admin', ready: 'Update a user' },
  { of: 'wip-dashboard', path: paths.wipDashboard(wip.uuid), ready: 'Live' },
  { of: 'template-dashboard', path: paths.templateDashboard(COMMAND_TEMPLATE_LEFT), ready: 'Live' },
  { of: 'command-dashboard', path: commandDashboard, ready: 'Live' },
  {
    of: 'command-dashboard',
    name: 'command dashboard at an earlier moment',
    path: `${commandDashboard}?at=2020-01-01T00:00:00Z`,
    ready: 'This is',
  },
  { of: 'boards', ready: 'Show up to four documents side by side' },
  { of: 'board-form', ready: 'Warn after (minutes)' },
  { of: 'kept-board', path: paths.keptBoard('none'), ready: 'Board not found' },
  { of: 'display', ready: 'Display' },
  { of: 'templates', ready: 'In the order in which' },
  { of: 'records', ready: 'Every submission, by whom and when' },
  { of: 'record', path: paths.record('none'), ready: 'Error Loading the Record' },
  { of: 'record-comparison', path: paths.comparison('none', 'none'), ready: 'Error Comparing' },
  { of: 'set-up', ready: 'Put up a display' },
  { of: 'account', ready: 'Change your password' },
];
const addressOf = (name: ScreenName): string => Object.keys(places[name].addresses)[0] ?? '';
/** Screens that need no row: an address without parameters, and a main heading that contains the screen's name. */
const others = (Object.keys(places) as ScreenName[])
  .filter((name) => rows.every(({ of }) => of !== name) && !addressOf(name).includes(':'))
  .map((of): Row => ({ of }));

function demoScreen({ of, ...row }: Row): DemoScreen {
  const name = of.replaceAll('-', ' ');
  const isProtected = /protected|bare/.test(places[of].surroundings);
  return { name, who: isProtected ? 'admin' : 'visitor', path: addressOf(of), ready: { heading: name }, ...row };
}

/** Every screen of the product, as the demo shows it. */
export const screens: readonly DemoScreen[] = [
  ...[...rows, ...others].map(demoScreen),
  { name: 'not found', who: 'visitor', path: '/nowhere', ready: 'Not Found' },
];

const SAMPLES = ['sign in', 'dashboard', 'editor of a WIP', 'wip dashboard'];

/** Screens that represent all others in slow checks: the full run checks all of them. */
export const sampleScreens = isFull ? screens : screens.filter(({ name }) => SAMPLES.includes(name));
