/** A kind of test: its files, its environment, and the time that it may take. */
export type Suite = {
  name: string;
  /** Globs from the project's root. Every test file belongs to exactly one suite (`tests/conventions/repository.test.ts`). */
  include: readonly string[];
  /** Node's own by default. */
  environment?: 'jsdom';
  /** A suite of real Chromium tests: needs a browser and the built product. */
  browser?: true;
  /** Its files change the state of their modules: each needs a worker of its own. */
  isolated?: true;
  /** A module that prepares once the data with which every file of it begins. */
  setup?: string;
  /** Files that take longest, in the order in which they begin. */
  longest?: readonly string[];
  /** Seconds that the suite may take on a machine with two cores; shown, never asserted. */
  budget: number;
};

/** Set by `npm run test:full`: the files named `*.full.test.ts` and the whole of long tables are run too. */
export const isFull = process.env['READY_FULL'] === '1';

/** @returns the test function in a full run, else one that registers nothing */
export const inFull = <Test>(test: Test): Test => (isFull ? test : ((() => undefined) as Test));

/** Seeds the demo once for a suite. */
const SEEDED = 'tests/support/hosts/seeded-data.ts';

/** Every suite, in the order in which `npm test` runs them: the quick ones first. */
export const suites: readonly Suite[] = [
  { name: 'conventions', include: ['tests/conventions/**/*.test.ts'], budget: 30 },
  { name: 'unit', include: ['{common,packages,src,server,tools}/**/*.test.{ts,tsx}'], budget: 60 },
  {
    name: 'contract',
    include: ['tests/contract/**/*.test.ts', 'tests/documents/**/*.test.ts'],
    setup: SEEDED,
    longest: [
      'week.test.ts',
      'on-postgres.test.ts',
      'on-postgres.full.test.ts',
      'release.test.ts',
      'taken-away.test.ts',
      'production.test.ts',
      'disk.test.ts',
      'together.test.ts',
      'received.test.ts',
      'proof.test.ts',
      'start.test.ts',
      'processes.test.ts',
    ],
    budget: 180,
  },
  {
    name: 'paths',
    include: ['tests/paths/**/*.test.ts'],
    longest: ['machines.test.ts', 'charts.test.ts', 'packed-charts.test.ts'],
    budget: 60,
  },
  {
    name: 'screens',
    include: ['tests/paths/**/*.test.tsx'],
    isolated: true,
    environment: 'jsdom',
    longest: ['editor-screens.test.tsx', 'screens-strict.test.tsx', 'screens.test.tsx'],
    budget: 60,
  },
  { name: 'spec', include: ['tests/spec/**/*.test.{ts,tsx}'], environment: 'jsdom', budget: 120 },
  {
    name: 'frame',
    include: ['tests/frame/**/*.test.ts'],
    browser: true,
    setup: 'tests/frame/global-setup.ts',
    longest: [
      'attack-scenarios.test.ts',
      'editing.test.ts',
      'attacks.test.ts',
      'hostile.test.ts',
      'corpus.test.ts',
      'isolation.test.ts',
    ],
    budget: 120,
  },
  {
    name: 'e2e',
    include: ['tests/e2e/**/*.test.ts', 'tests/e2e-paths/**/*.test.ts'],
    browser: true,
    setup: SEEDED,
    longest: [
      'looks.test.ts',
      'week.test.ts',
      'typed-ahead.test.ts',
      'display.test.ts',
      'rows.test.ts',
      'keyboard.test.ts',
      'boards.test.ts',
      'first-paint.test.ts',
      'wall-return.test.ts',
      'road.test.ts',
    ],
    budget: 300,
  },
];
