export { chartFaultsOf, type ChartFault, plant } from './chart.ts';
export { bodyChanges, codeChanges } from './code.ts';
export {
  type Change,
  chartFaults,
  type Exported,
  type Fault,
  nameOfFault,
  planted,
  PLANTER,
  replace,
  short,
  spreadKinds,
  spreadMachine,
} from './fault.ts';
export type { FaultyMachine, Project, Result, Seen, Stage } from './project.ts';
export { explained, explains, layerTable, missedOf, missedText, summary, type Survivor, tables } from './report.ts';
export { plantFaults, type Run } from './run.ts';
export { calledOf, named, type Named, nameOf, type Node, nodesOf, ownerOf, textOf } from './syntax.ts';
