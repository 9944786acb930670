import { resolve } from 'node:path';
import { build, type BuildEnvironmentOptions, type Plugin, type Rolldown } from 'vite';

// Relative: Vite bundles its configuration into a place where the package's own import names do not resolve.
import { BUILD_TARGETS } from '../../src/config/browsers.ts';

/**
 * Builds a module, with all that it imports, into one script for the browsers of `config/browsers.ts`.
 * @param input the module's file, or its name if a plugin has its text
 * @param options further ones of the build
 * @param more `intro`: code before that of the modules, in their scope
 * @throws Vite's errors, and an error if the result is more than one script
 */
export async function buildScript(
  input: string,
  options: BuildEnvironmentOptions = {},
  { plugins = [], intro = '' }: { plugins?: Plugin[]; intro?: string } = {},
): Promise<string> {
  const result = await build({
    configFile: false,
    root: resolve(import.meta.dirname, '../..'),
    logLevel: 'warn',
    publicDir: false,
    plugins,
    build: {
      write: false,
      target: BUILD_TARGETS,
      rolldownOptions: {
        input,
        output: { format: 'iife', intro },
        // A classic script has no import.meta.
        transform: { define: { 'import.meta': '{}' } },
      },
      ...options,
    },
  });
  const chunk = ([result].flat() as Rolldown.RolldownOutput[])[0]?.output[0];
  if (chunk?.type !== 'chunk' || chunk.imports.length > 0) throw new Error(`${input} must build to one script.`);
  return chunk.code.trim();
}
