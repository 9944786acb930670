import type { Settings } from '#server/settings.ts';
import type { Installation } from '../command.ts';

/** One finding. */
export type Finding = { state: 'ok' | 'warning' | 'problem'; text: string };

/** Takes a finding, in words that say what to do. */
export type Note = (state: Finding['state'], text: string) => void;

/**
 * Surroundings of an installation. `problems` are those of the settings; `isPlaceUnknown`: one of them names the place
 * of the installation.
 */
export type Surroundings = { settings: Settings; problems: readonly string[]; isPlaceUnknown: boolean; now: Date };

/** An installation with its surroundings. */
export type Subject = Surroundings & { installation: Installation };

/** Examines one side of the surroundings of an installation, without the installation. */
export type OutsideExaminer = (surroundings: Surroundings, note: Note) => Promise<void> | void;

/** Examines one side of an installation. */
export type Examiner = (subject: Subject, note: Note) => Promise<void> | void;
