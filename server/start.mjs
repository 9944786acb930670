// Entry for a supervisor: in plain JavaScript, so that a Node that is too old to read TypeScript reports that in one
// sentence.
await import('../tools/run/require-node.mjs');
await import('./process.ts');
