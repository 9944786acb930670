import type { Settings } from '#server/settings.ts';
import type { Installation } from '../command.ts';

/** One finding. */
export type Finding = { state: 'ok' | 'warning' | 'problem'; text: string };

/** Takes a finding, in words that say what to do. */
export type Note = (state: Finding['state'], text: string) => void;

/** What stands around an installation. `problems` are those of the settings; `isPlaceUnknown`: one of them says where the installation is. */
export type Surroundings = { settings: Settings; problems: readonly string[]; isPlaceUnknown: boolean; now: Date };

/** What is looked at. */
export type Subject = Surroundings & { installation: Installation };

/** Looks at one side of what stands around an installation, without it. */
export type OutsideExaminer = (surroundings: Surroundings, note: Note) => Promise<void> | void;

/** Looks at one side of an installation. */
export type Examiner = (subject: Subject, note: Note) => Promise<void> | void;
