export * from './chart.ts';
export * from './drawing.ts';
export * from './drawings.ts';
export * from './layout.ts';
export * from './mermaid.ts';
export * from './source.ts';
export * from './svg.ts';
