import { describePaths } from './describe-paths.ts';
import { headlessDriver } from './engine/headless.ts';
import { entries, modelOf } from './registry.ts';

for (const entry of await entries()) {
  const model = modelOf(entry);
  describePaths(model, { cover: 'edges', driver: headlessDriver(model) });
}
