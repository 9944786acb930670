// Where a supervisor starts the server: in plain JavaScript, so that a Node that is too old to read TypeScript says so in one sentence.
import '../scripts/require-node.mjs';

await import('./main.ts');
