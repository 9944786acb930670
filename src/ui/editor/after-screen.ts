/** Parts of the editor that are loaded in one file, right after its screen. */
export { ConflictForm } from './changes/conflict-form.tsx';
export { WhoIsHere } from './changes/who-is-here.tsx';
export { SubmissionReasons } from './submission-reasons.tsx';
