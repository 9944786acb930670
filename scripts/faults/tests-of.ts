import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Fault } from './mutations.ts';
import type { Stage } from './planter.ts';

/** The tests written by hand for each machine: the specification's clauses and the never-rules. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  app: ['tests/spec/session.test.tsx', 'tests/spec/refresh.test.tsx'],
  'archive-browser': ['tests/views/archives.test.tsx'],
  auth: ['tests/spec/session.test.tsx', 'tests/spec/login.test.tsx', 'tests/spec/navigation.test.tsx'],
  dashboard: ['tests/spec/screens.test.tsx', 'tests/views/lists.test.tsx'],
  editor: ['tests/spec/editor-save.test.tsx', 'tests/spec/editor.test.tsx', 'tests/spec/editor-deeds.test.tsx'],
  'event-stream': ['tests/spec/live.test.tsx'],
  'live-archive': ['tests/spec/live.test.tsx'],
  login: ['tests/spec/login.test.tsx'],
  refresh: ['tests/spec/refresh.test.tsx'],
  signup: ['tests/views/signup.test.tsx'],
  'template-picker': ['tests/views/select-template.test.tsx', 'tests/views/lists.test.tsx'],
  'user-admin': ['tests/views/user-admin.test.tsx'],
  'wip-list': ['tests/views/wip-list.test.tsx'],
};

/** Whose walks through the screens take longer than the tests written by hand. */
const LONG = ['archive-browser', 'editor', 'live-archive'];

/** What is quick and looks at one kind of fault only. */
const QUICK: Readonly<Record<string, readonly string[]>> = {
  text: ['tests/spec/catalogue.test.ts'],
  message: ['tests/spec/catalogue.test.ts'],
  constant: ['tests/spec/constants.test.ts'],
  wiring: ['tests/conventions/composition.test.ts', 'tests/spec/calls.test.tsx'],
};

/**
 * The tests of a machine, the quick ones first: its model's paths headless with what looks at this kind of fault, the specification's, and the paths on its screens.
 * @param root the project's folder
 * @param stem the machine's file name
 * @param kind of the fault
 */
export function stagesFor(root: string, stem: string, { kind, machine }: Pick<Fault, 'kind' | 'machine'>): Stage[] {
  const screens = globSync('tests/paths/*.test.tsx', { cwd: root })
    // The same walks with everything mounted twice: they see what the plain ones do, and take as long once more.
    .filter((file) => !file.endsWith('-strict.test.tsx'))
    .filter((file) => readFileSync(join(root, file), 'utf8').includes(`./models/${stem}.model.ts`))
    .toSorted();
  const paths = `^${machine} > `;
  const onScreens: Stage = { files: screens, pattern: paths };
  const own: Stage = { files: OWN[stem] ?? [], pattern: null };
  return [
    { files: QUICK[kind] ?? [], pattern: null },
    { files: ['tests/paths/machines.test.ts'], pattern: paths },
    ...(LONG.includes(stem) ? [own, onScreens] : [onScreens, own]),
  ].filter(({ files }) => files.length > 0);
}
