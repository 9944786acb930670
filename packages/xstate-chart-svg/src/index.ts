export { type ChartOptions, chartSvg, diffSvg } from './chart-svg.ts';
export { type Coverage, readCoverage, recordCoverage } from './coverage.ts';
export { mermaid } from './mermaid.ts';
export { flatSource } from './source.ts';
