import type { Engine } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';

/** The engine that `tools/test/test-engine.ts` asks for. */
export const startEngine = (): Promise<Engine> =>
  process.env['READY_ENGINE'] === 'webkit' ? startWebKit() : startFirefox();
