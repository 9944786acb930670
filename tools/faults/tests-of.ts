import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { Fault, Stage } from 'chart-walks/faults';
import { camel } from '../../tests/paths/registry.ts';
import { isFull } from '../test/suites.ts';

/** Features whose tests also see the code of another one, or of a layer that has no features. */
const SEEN_BY: readonly [code: RegExp, features: readonly string[]][] = [
  [/^src\/[a-z]+\/document\//, ['editor', 'live']],
  [/^src\/[a-z]+\/(shared|lists)\//, ['documents', 'people', 'session']],
  [/^src\/[a-z]+\/live\//, ['boards']],
  [/^src\/[a-z]+\/unsaved\//, ['unsaved', 'editor']],
  [/^src\/api\/streams\/|^src\/routes\/host-clock/, ['live', 'session']],
  [/^src\/routes\/history/, ['session', 'editor', 'unsaved']],
  [/^src\/(api\/|app|[a-z]+\/app\/|[a-z]+\/[^/]*$)/, ['session', 'documents', 'people']],
];

/** Browser tests of machines whose paths no screen walks. */
const IN_BROWSER: Readonly<Record<string, readonly string[]>> = {
  'template-workshop': ['tests/e2e/templates/workshop.test.ts'],
};

/** Quick tests of one kind of fault. */
const QUICK: Readonly<Record<string, readonly string[]>> = {
  text: ['tests/spec/catalogue.test.ts'],
  message: ['tests/spec/catalogue.test.ts'],
  constant: ['tests/spec/constants.test.ts'],
  abort: ['tests/conventions/composition.test.ts'],
  wiring: ['tests/conventions/composition.test.ts', 'tests/spec/calls.test.tsx'],
};

/** True if a machine's paths are also walked on screens. @param stem its file name */
const isWalked = (root: string, stem: string): boolean =>
  existsSync(join(root, 'tests/paths/oracles', `${stem}.screen.ts`));

const walksOf = (names: readonly string[], stem: string, strict = ''): Stage => ({
  layer: 'screens',
  files: [stem === 'editor' ? 'tests/paths/editor-screens.test.tsx' : `tests/paths/screens${strict}.test.tsx`],
  pattern: `^(${names.join('|')}) > .*/walks`,
});

/** The rules of machines whose code is changed on the disk: the planter's own exploration has the code of before. */
const rulesOf = (names: readonly string[]): Stage => ({
  layer: 'rules',
  files: ['tests/paths/machines.test.ts'],
  pattern: `^(${names.join('|')}) > .*/chart`,
});

/** The features whose tests see a file: its own first. */
function featuresOf(file: string): string[] {
  const own = /^src\/(?:machines|ui|routes)\/([^/]+)\//.exec(file)?.[1] ?? [];
  return [...new Set([own, SEEN_BY.find(([code]) => code.test(file))?.[1] ?? []].flat())];
}

/** The tests written by hand for a file: those beside it and in its features, and the specification's. */
function handwritten(root: string, file: string, kind: string): string[] {
  const globs = [
    file.replace(/(\.(machine|setup|route))?\.tsx?$/, '.test.{ts,tsx}'),
    ...(file.startsWith('src/api/') ? ['src/api/**/*.test.ts', 'tests/spec/calls.test.tsx'] : []),
    ...featuresOf(file).flatMap((feature) => [
      `src/{machines,ui,routes}/${feature}/*.test.{ts,tsx}`,
      `tests/spec/${feature}/*.test.{ts,tsx}`,
    ]),
  ];
  return [...new Set([...(QUICK[kind] ?? []), ...globs.flatMap((glob) => globSync(glob, { cwd: root }).toSorted())])];
}

/**
 * The tests of a file that is not a chart's: the rules of its feature's machines, those written by hand, and the walks of its features' machines.
 * @param root the project's folder
 * @param fault its path, and the kind of its fault: what is not taken back shows where React mounts everything twice
 */
export function stagesForFile(root: string, { file, kind }: Pick<Fault, 'file' | 'kind'>): Stage[] {
  const stems = featuresOf(file)
    .flatMap((feature) => globSync(`src/machines/${feature}/*.machine.ts`, { cwd: root }))
    .map((chart) => basename(chart, '.machine.ts'))
    .filter((stem) => isWalked(root, stem));
  const ruled = /^src\/machines\/[^/]+\//.exec(file)?.[0];
  const models = ruled === undefined ? [] : globSync(`${ruled}*.machine.ts`, { cwd: root });
  const strict = kind === 'cleanup' ? '-strict' : '';
  // The editor's walks are in a file of their own; under StrictMode they are only in a full run.
  const alone = stems.filter((stem) => stem === 'editor' && (strict === '' || !isFull));
  const others = stems.filter((stem) => !alone.includes(stem));
  return [
    ...(models.length > 0 ? [rulesOf(models.map((chart) => camel(basename(chart, '.machine.ts'))))] : []),
    { layer: 'spec', files: handwritten(root, file, kind), pattern: null },
    ...(others.length > 0 ? [walksOf(others.map(camel), '', strict)] : []),
    ...alone.map((stem) => walksOf([camel(stem)], stem)),
  ];
}

/**
 * The tests of a machine, the quick ones first: the rules of its model, those written by hand, and the paths on its screens.
 * @param root the project's folder
 * @param stem the machine's file name
 * @param fault `kind`; `chart`: null for a fault that is not in the chart, which no rule of the model can see
 */
export function stagesFor(
  root: string,
  stem: string,
  { kind, chart, machine }: Pick<Fault, 'kind' | 'chart' | 'machine'>,
): Stage[] {
  const none = { files: [], pattern: null };
  const [file = ''] = globSync(`src/machines/*/${stem}.machine.ts`, { cwd: root });
  const specs = handwritten(root, file, kind);
  const inChromium = (files: readonly string[], names: string): Stage => ({
    layer: 'chromium',
    files,
    pattern: names,
    // Builds the changed application first.
    command: [process.execPath, 'tools/test/test.ts', ...files, '-t', names, '--bail', '1'],
  });
  return [
    ...(chart === null
      ? []
      : [
          { layer: 'rules' as const, ...none },
          { layer: 'walks' as const, ...none },
        ]),
    ...(specs.length > 0 ? [{ layer: 'spec' as const, files: specs, pattern: null }] : []),
    ...(isWalked(root, stem)
      ? [walksOf([machine], stem), inChromium(['tests/e2e-paths/transitions.test.ts'], `${machine}/`)]
      : []),
    ...(stem in IN_BROWSER ? [inChromium(IN_BROWSER[stem] ?? [], '')] : []),
  ];
}
