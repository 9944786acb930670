import type { Settings } from '#server/settings.ts';
import type { Installation } from '../command.ts';

/** One finding. */
export type Finding = { state: 'ok' | 'warning' | 'problem'; text: string };

/** Takes a finding, in words that say what to do. */
export type Note = (state: Finding['state'], text: string) => void;

/** What is looked at. */
export type Subject = { settings: Settings; installation: Installation; now: Date };

/** Looks at one side of an installation. */
export type Examiner = (subject: Subject, note: Note) => Promise<void> | void;
