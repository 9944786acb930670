import wip from '../../server/seed-data/wips/01-corvane-ridge-status-board.json' with { type: 'json' };
import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT } from '#common/config/constants.ts';
import { paths } from '#common/config/paths.ts';
import { isFull } from '../../tools/test/suites.ts';

/** A screen with the demo's data: its user, its address, and a text that is shown once it has loaded. */
export type DemoScreen = { name: string; who: 'admin' | 'visitor'; path: string; ready: string };

export const commandDashboard = paths.multipleDashboard(COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT);

/** Every screen of the product, as the demo shows it. */
export const screens: readonly DemoScreen[] = [
  { name: 'sign in', who: 'visitor', path: paths.login(), ready: 'Sign In' },
  { name: 'sign up', who: 'visitor', path: paths.signup(), ready: 'First name' },
  { name: 'first run', who: 'visitor', path: paths.firstRun('abcde'), ready: 'Password again' },
  { name: 'already signed in', who: 'admin', path: paths.login(), ready: 'Already Logged In' },
  { name: 'dashboard', who: 'admin', path: paths.dashboard(), ready: 'Activity Log' },
  { name: 'select template', who: 'admin', path: paths.selectTemplate(), ready: 'Select Base Template' },
  { name: 'editor of a template', who: 'admin', path: paths.form(COMMAND_TEMPLATE_LEFT), ready: 'Open WIP' },
  { name: 'editor of a WIP', who: 'admin', path: paths.wip(wip.template, wip.uuid), ready: 'Submit to Dashboard' },
  { name: 'WIP list', who: 'admin', path: paths.openWip(COMMAND_TEMPLATE_LEFT), ready: 'Available WIPs (1)' },
  { name: 'archives', who: 'admin', path: paths.archives(), ready: 'Getting Started' },
  { name: 'user management', who: 'admin', path: paths.userAdmin(), ready: 'Update a user' },
  { name: 'WIP dashboard', who: 'admin', path: paths.wipDashboard(wip.uuid), ready: 'Live' },
  { name: 'template dashboard', who: 'admin', path: paths.templateDashboard(COMMAND_TEMPLATE_LEFT), ready: 'Live' },
  { name: 'command dashboard', who: 'admin', path: commandDashboard, ready: 'Live' },
  {
    name: 'command dashboard at an earlier moment',
    who: 'admin',
    path: `${commandDashboard}?at=2020-01-01T00:00:00Z`,
    ready: 'This is',
  },
  { name: 'boards', who: 'admin', path: paths.boards(), ready: 'Show up to four documents side by side' },
  { name: 'form of a board', who: 'admin', path: paths.newBoard(), ready: 'Warn after (minutes)' },
  { name: 'kept board', who: 'admin', path: paths.keptBoard('none'), ready: 'Board not found' },
  { name: 'display', who: 'visitor', path: paths.display(), ready: 'Display' },
  { name: 'displays', who: 'admin', path: paths.displays(), ready: 'Screens that show a board' },
  { name: 'people', who: 'admin', path: paths.people(), ready: 'Who can sign in' },
  { name: 'templates', who: 'admin', path: paths.templates(), ready: 'In the order in which' },
  { name: 'roles', who: 'admin', path: paths.roles(), ready: 'Who holds which role' },
  { name: 'audit', who: 'admin', path: paths.audit(), ready: 'Who did what' },
  { name: 'records', who: 'admin', path: paths.records(), ready: 'Every submission, by whom and when' },
  { name: 'record', who: 'admin', path: paths.record('none'), ready: 'Error Loading the Record' },
  { name: 'comparison of records', who: 'admin', path: paths.comparison('none', 'none'), ready: 'Error Comparing' },
  { name: 'set up', who: 'admin', path: paths.setUp(), ready: 'Put up a display' },
  { name: 'account', who: 'admin', path: paths.account(), ready: 'Change your password' },
  { name: 'not found', who: 'visitor', path: '/nowhere', ready: 'Not Found' },
];

const SAMPLES = ['sign in', 'dashboard', 'editor of a WIP', 'WIP dashboard'];

/** Screens that represent all others in slow checks: the full run checks all of them. */
export const sampleScreens = isFull ? screens : screens.filter(({ name }) => SAMPLES.includes(name));
