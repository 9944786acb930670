import {
  CircleUser,
  FileClock,
  Files,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Monitor,
  ScrollText,
  Users,
} from 'lucide-react';
import { type ScreenName, screens } from '#common/config/paths.ts';

/** A link to a screen. The table of screens has its address and access. */
export type Way = {
  readonly screen: ScreenName;
  readonly name: string;
  /** For a link behind More. */
  readonly icon?: LucideIcon;
  /** A tab of its page, which the same link represents. */
  readonly tab?: Way;
};

/** Links to screens, in the groups of More: the heading of a group, if it has one, and its links. */
export const ways: readonly (readonly [heading: string | null, links: readonly Way[]])[] = [
  [
    null,
    [
      { screen: 'dashboard', name: 'Dashboard' },
      { screen: 'select-template', name: 'Templates' },
      { screen: 'archives', name: 'Archives' },
      { screen: 'records', name: 'Records', icon: FileClock },
      { screen: 'user-admin', name: 'User Roles' },
    ],
  ],
  [
    'Walls',
    [
      { screen: 'boards', name: 'Boards', icon: LayoutDashboard },
      { screen: 'displays', name: 'Displays', icon: Monitor },
    ],
  ],
  [
    'Administration',
    [
      { screen: 'people', name: 'People', icon: Users, tab: { screen: 'roles', name: 'Roles' } },
      { screen: 'templates', name: 'Manage Templates', icon: Files },
      { screen: 'audit', name: 'Audit', icon: ScrollText },
      { screen: 'set-up', name: 'Set up', icon: ListChecks },
    ],
  ],
  [null, [{ screen: 'account', name: 'Account', icon: CircleUser }]],
];

/** The address of a screen without parameters. */
export const addressOf = (screen: ScreenName): string => Object.keys(screens[screen].addresses)[0] ?? '';
