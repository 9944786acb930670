import { enableCompileCache } from 'node:module';

// A command starts in a third of the time when its compiled code is found on the disk.
enableCompileCache();
const { runCommand } = await import('./run.ts');

process.exitCode = await runCommand(process.argv.slice(2), process.env, {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
  input: process.stdin,
  isTyped: process.stdin.isTTY,
});
