import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';

import { camel } from '../../tests/paths/registry.ts';
import type { Fault } from './mutations.ts';
import type { Stage } from './planter.ts';

/** The tests written by hand for each machine: the specification's clauses and the never-rules. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  account: ['tests/spec/account/account.test.tsx'],
  app: ['tests/spec/session/session.test.tsx', 'tests/spec/session/refresh.test.tsx'],
  'archive-browser': ['tests/spec/archives/archives.test.tsx', 'tests/spec/documents/pages.test.tsx'],
  'audit-log': ['tests/spec/audit/audit.test.tsx'],
  auth: [
    'tests/spec/session/session.test.tsx',
    'tests/spec/session/login.test.tsx',
    'tests/spec/session/navigation.test.tsx',
  ],
  'event-stream': [
    'src/routes/live/event-streams.test.ts',
    'tests/spec/live/live.test.tsx',
    'tests/spec/live/live-truth.test.tsx',
  ],
  'first-run': ['tests/spec/session/first-run.test.tsx'],
  journal: [
    'src/routes/unsaved/journals.test.ts',
    'tests/spec/unsaved/unsaved.test.tsx',
    'tests/spec/unsaved/drafts.test.tsx',
  ],
  'leave-guard': ['src/routes/history.test.ts', 'tests/spec/editor/editor-save.test.tsx'],
  'live-archive': ['tests/spec/live/live.test.tsx', 'tests/spec/live/live-truth.test.tsx'],
  'live-board': ['tests/spec/boards/kept-boards.test.tsx'],
  'live-changes': ['src/machines/document/live-changes.test.ts'],
  'live-truth': ['tests/spec/live/live-truth.test.tsx'],
  login: ['tests/spec/session/login.test.tsx', 'tests/spec/session/session.test.tsx'],
  'logout-question': ['tests/spec/unsaved/unsaved.test.tsx', 'tests/spec/unsaved/drafts.test.tsx'],
  'new-build': ['src/routes/live/new-build.test.ts'],
  'newest-archives': ['tests/spec/documents/dashboard.test.tsx'],
  'page-turner': ['src/machines/live/page-turner.test.ts'],
  'paged-list': ['tests/spec/documents/pages.test.tsx'],
  'password-change': ['tests/spec/account/account.test.tsx'],
  'people-admin': ['tests/spec/people/people.test.tsx'],
  'second-factor': ['tests/spec/account/account.test.tsx'],
  'people-import': ['tests/spec/people/people.test.tsx'],
  'put-back': ['tests/spec/editor/submission.test.tsx'],
  'quick-open': ['tests/spec/documents/quick-open.test.tsx'],
  refresh: ['src/api/client.test.ts', 'tests/spec/session/refresh.test.tsx'],
  'role-admin': ['tests/spec/people/roles.test.tsx'],
  save: [
    'tests/spec/editor/editor-save.test.tsx',
    'tests/spec/editor/two-writers.test.tsx',
    'tests/spec/editor/plain-saves.test.tsx',
    'tests/spec/editor/save-line.test.tsx',
  ],
  'save-line': ['tests/spec/editor/save-line.test.tsx'],
  signup: ['tests/spec/session/signup.test.tsx'],
  'server-usage': ['tests/spec/audit/audit.test.tsx'],
  'set-up': ['tests/spec/set-up/set-up.test.tsx'],
  'stream-leader': ['src/routes/live/event-streams.test.ts'],
  submission: ['tests/spec/editor/submission.test.tsx'],
  suggestions: ['tests/spec/editor/suggestions.test.tsx'],
  'template-admin': ['tests/spec/templates/templates.test.tsx'],
  'template-upload': ['tests/spec/templates/templates.test.tsx'],
  'template-workshop': ['tests/spec/templates/templates.test.tsx'],
  'template-picker': ['tests/spec/documents/select-template.test.tsx'],
  'their-changes': ['src/machines/editor/their-changes.test.ts'],
  'unsaved-list': ['tests/spec/unsaved/unsaved.test.tsx'],
  'user-admin': ['tests/spec/people/user-admin.test.tsx'],
  'wip-list': [
    'tests/spec/documents/wip-list.test.tsx',
    'tests/spec/documents/lists.test.tsx',
    'tests/spec/documents/pages.test.tsx',
  ],
};

/** Browser tests of machines whose paths no screen walks. */
const IN_BROWSER: Readonly<Record<string, readonly string[]>> = {
  'template-workshop': ['tests/e2e/templates/workshop.test.ts'],
};

/** Quick tests of one kind of fault. */
const QUICK: Readonly<Record<string, readonly string[]>> = {
  text: ['tests/spec/catalogue.test.ts'],
  message: ['tests/spec/catalogue.test.ts'],
  constant: ['tests/spec/constants.test.ts'],
  wiring: ['tests/conventions/composition.test.ts', 'tests/spec/calls.test.tsx'],
};

/** Tests of code that no machine is named after: the specification's tests by name, others by path, and the walks of machines. */
const AROUND: readonly [file: RegExp, specs: readonly string[], walks: readonly string[]][] = [
  [/api\/(connectivity|host-clock)/, ['live-truth'], ['liveArchive']],
  [
    /api\/(stream|topics|event-stream|tab)|routes\/event-streams/,
    ['src/routes/live/event-streams.test.ts', 'live'],
    ['eventStream', 'liveArchive'],
  ],
  [
    /api\/(archives|templates|users|wips)|routes\/(archives|calls)/,
    ['calls'],
    ['archiveBrowser', 'userAdmin', 'templatePicker'],
  ],
  [/api\/(auth|session|sign-outs)|src\/app/, ['session', 'login', 'refresh'], ['auth']],
  [/api\//, ['refresh', 'calls'], ['refresh']],
  [/document-frame|region-list|print-key/, ['editor', 'editor-deeds'], ['editor']],
  [/routes\/arrival/, ['navigation', 'wip-list'], ['wipList']],
  [
    /src\/journal|routes\/(drafts|journals|unsaved)/,
    ['src/journal/vault.test.ts', 'src/routes/unsaved/journals.test.ts', 'unsaved', 'drafts'],
    ['editor'],
  ],
  [/routes\/history/, ['drafts', 'editor', 'editor-deeds'], ['editor']],
  [/./, ['navigation', 'session', 'user-admin'], ['auth', 'userAdmin']],
];

/** True if a machine's paths are also walked on screens. @param stem its file name */
const isWalked = (root: string, stem: string): boolean =>
  existsSync(join(root, 'tests/paths/oracles', `${stem}.screen.ts`));

const walksOf = (names: readonly string[], stem: string, strict = ''): Stage => ({
  layer: 'screens',
  files: [
    strict === '' && stem === 'editor'
      ? 'tests/paths/editor-screens.test.tsx'
      : `tests/paths/screens${strict}.test.tsx`,
  ],
  pattern: `^(${names.join('|')}) > .*/walks`,
});

/**
 * The tests of a file that is not a chart's: those beside it, and those of the machine that it is named after, or of what it is about.
 * @param root the project's folder
 * @param fault its path, and the kind of its fault: what is not taken back shows where React mounts everything twice
 */
export function stagesForFile(root: string, { file, kind }: Pick<Fault, 'file' | 'kind'>): Stage[] {
  const stem = basename(file).replace(/^use-|(\.(route|setup|machine))?\.tsx?$/g, '');
  const beside = globSync(file.replace(/\.tsx?$/, '.test.{ts,tsx}'), { cwd: root });
  const [, specs = [], walks = []] = AROUND.find(([name]) => name.test(file)) ?? [];
  const own = OWN[stem] ?? specs.map((name) => (name.includes('/') ? name : `tests/spec/${name}.test.tsx`));
  // The application's own chart has no screen.
  const machines = stem in OWN && stem !== 'app' ? [camel(stem)] : walks;
  const walked = machines.filter((machine) => isWalked(root, machine.replace(/[A-Z]/g, '-$&').toLowerCase()));
  return [
    { layer: 'spec', files: [...new Set([...beside, ...own])], pattern: null },
    ...(walked.length > 0
      ? [walksOf(walked, walked.includes('editor') ? 'editor' : '', kind === 'cleanup' ? '-strict' : '')]
      : []),
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
  const specs = [...(QUICK[kind] ?? []), ...(OWN[stem] ?? [])];
  const flows = ['tests/e2e-paths/transitions.test.ts'];
  return [
    ...(chart === null
      ? []
      : [
          { layer: 'rules' as const, ...none },
          { layer: 'walks' as const, ...none },
        ]),
    ...(specs.length > 0 ? [{ layer: 'spec' as const, files: specs, pattern: null }] : []),
    ...(isWalked(root, stem)
      ? [walksOf([machine], stem), { layer: 'chromium' as const, files: flows, pattern: `${machine}/` }]
      : []),
    ...(stem in IN_BROWSER ? [{ layer: 'chromium' as const, files: IN_BROWSER[stem] ?? [], pattern: null }] : []),
  ];
}
