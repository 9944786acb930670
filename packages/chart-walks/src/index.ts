export { chartProblems } from './check.ts';
export { type Coverage, coverageOf } from './coverage.ts';
export { type Driver, takeStep, type Walker, walkPath, type WalkOptions } from './driver.ts';
export { type Edge, type Explored, explore, type Start } from './explore.ts';
export { type Arrows, type Exploration, explored } from './graph.ts';
export { headlessDriver } from './headless.ts';
export {
  defineModel,
  type Effect,
  emits,
  type Happening,
  type Model,
  type ModelOptions,
  type Outcome,
  PathError,
  type RunningTimer,
  sends,
  type Situation,
} from './model.ts';
export { AT_ONCE, type Choice, isHalfLabel, type Moment, pendingCalls, type StepKind } from './moment.ts';
export {
  effectText,
  figures,
  pathsJson,
  pathsMarkdown,
  pathsText,
  stepTexts,
  type StepText,
  textTable,
} from './report.ts';
export { tour, type Way } from './tour.ts';
export { type Cover, covers, leftOut, type Path, pathOf, startOf, walks } from './walks.ts';
