// Where a supervisor starts the server: in plain JavaScript, so that a Node that is too old to read TypeScript says so in one sentence.
await import('../tools/run/require-node.mjs');
await import('./process.ts');
