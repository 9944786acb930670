import { useLocation } from 'react-router-dom';
import { redirectedFrom } from '../session/redirected.ts';
import { screenAt } from './screen-at.ts';

/** The link's name of each screen; there is none to the others. */
const NAMES: Readonly<Record<string, string>> = {
  'select-template': 'Templates',
  'wip-list': 'the list of WIPs',
  editor: 'your document',
  archives: 'Archives',
  'user-admin': 'User Management',
  'wip-dashboard': 'the live dashboard',
  'template-dashboard': 'the live dashboard',
  'command-dashboard': 'the command dashboard',
  board: 'the board',
  'kept-board': 'the board',
  boards: 'Boards',
  'board-form': 'the board',
  displays: 'Displays',
  people: 'People',
  templates: 'Manage Templates',
  audit: 'Audit',
  'set-up': 'Set up',
  account: 'Account',
};

/** Link to the page that required a sign-in, after it, or null. */
export function useWayBack(): { to: string; name: string } | null {
  const to = redirectedFrom(useLocation().state);
  if (to === null) return null;
  const name = NAMES[screenAt(new URL(to, window.location.origin).pathname) ?? ''];
  return name === undefined ? null : { to, name };
}
