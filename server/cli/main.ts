import { keepCompiledCode } from '#server/compile-cache.ts';

keepCompiledCode();
const { runCommand } = await import('./run.ts');

process.exitCode = await runCommand(process.argv.slice(2), process.env, {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
  input: process.stdin,
  isTyped: process.stdin.isTTY,
});
