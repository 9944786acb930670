import { describe, expect, it } from 'vitest';

import { cycles, featureRows, importProblems, layerRows, mutualFolders } from './import-rules.ts';
import { parseFiles, parseSource, readSource } from './source.ts';

const sources = parseFiles('{common,packages,src,server,tests,tools}/**/*.{ts,tsx}', '*.ts');

describe('the project', () => {
  it('imports only what its layer may import', () => {
    expect(sources.length).toBeGreaterThan(50);
    expect(sources.flatMap(importProblems)).toEqual([]);
  });

  it('has these layers and features in the tables of docs/architecture.md', () => {
    const rows = readSource('docs/architecture.md').match(/^\|.*\|$/gm) ?? [];
    const written = rows.map((row) => row.replace(/ +/g, ' ')).filter((row) => !/^\| (-|layer|feature)/.test(row));
    expect(written).toEqual([...layerRows(), ...featureRows()]);
  });

  it('has no import cycle', () => {
    expect(cycles(sources)).toEqual([]);
  });

  it('has no two neighbouring folders that import each other', () => {
    const product = sources.filter(({ path }) => /^(common|src|server)\//.test(path));
    expect(mutualFolders(product)).toEqual([]);
  });
});

describe('the rule finds', () => {
  it.each([
    [
      'a chart that calls the API',
      'src/machines/archives/x.machine.ts',
      "import { login } from '#api/resources/auth.ts';",
    ],
    [
      'a chart that loads a contract',
      'src/machines/archives/x.machine.ts',
      "import { type Wip } from '#common/calls/wips.ts';",
    ],
    ['a chart that knows React', 'src/machines/archives/x.machine.ts', "import { useState } from 'react';"],
    ['a screen that calls the API', 'src/ui/archives/x.tsx', "import { login } from '#api/resources/auth.ts';"],
    [
      'a screen that starts a chart',
      'src/ui/archives/x.tsx',
      "import { authMachine } from '#machines/session/auth.machine.ts';",
    ],
    [
      'an API file that knows a chart',
      'src/api/x.ts',
      "import type { AuthRef } from '#machines/session/auth.machine.ts';",
    ],
    [
      'a primitive that knows the product',
      'src/ui/primitives/x.tsx',
      "import { paths } from '#common/config/paths.ts';",
    ],
    ['a server that reaches into the client', 'server/http/x.ts', "import { createClient } from '#api/client.ts';"],
    [
      'settings that reach into what they set',
      'server/settings.ts',
      "import type { Hub } from '#server/events/hub.ts';",
    ],
    [
      'a rule that makes its own stores',
      'server/domain/x.ts',
      "import { wipStore } from '#server/storage/stores/wips.ts';",
    ],
    ['a shell that asks the host', 'src/page/shell.tsx', "import { signIn } from '#api/resources/auth.ts';"],
    [
      'a page script that loads the product',
      'src/page/page-script.ts',
      "import { signIn } from '#api/resources/auth.ts';",
    ],
    [
      'a lazy import of a forbidden layer',
      'src/ui/archives/use-x.ts',
      "export const a = () => import('#api/resources/auth.ts');",
    ],
    ['a feature that knows another', 'src/ui/account/x.tsx', "import { useHeight } from '../editor/use-pinned.ts';"],
    ['what is shared that knows a feature', 'src/machines/shared/x.ts', "import type { A } from '../live/a.ts';"],
    ['a re-export of a forbidden layer', 'src/document/x.ts', "export { login } from '#api/resources/auth.ts';"],
    ['a path that leaves its folder', 'server/http/x.ts', "import { a } from '../domain/a.ts';"],
    ['a path without its extension', 'src/config/x.ts', "import { a } from './a';"],
    ['graph functions outside their file', 'tests/paths/x.ts', "import { getShortestPaths } from 'xstate/graph';"],
    ['a barrel', 'src/config/x.ts', "export * from './a.ts';\nexport { b } from './b.ts';"],
    ['the product in a package', 'packages/chart-walks/src/x.ts', "import { a } from '#common/a.ts';"],
    ['another package by its path', 'packages/chart-walks/src/x.ts', "import { a } from '../../other/src/a.ts';"],
    ['a file of no layer', 'src/helpers/x.ts', 'export const a = 1;'],
  ])('%s', (_what, path, text) => {
    expect(importProblems(parseSource(path, text))).toHaveLength(1);
  });

  it('a cycle, also one of types', () => {
    const ring = [
      parseSource('src/config/a.ts', "import { b } from './b.ts';"),
      parseSource('src/config/b.ts', "import type { C } from '#config/c.ts';"),
      parseSource('src/config/c.ts', "export { a } from './a.ts';"),
    ];
    expect(cycles(ring)).toEqual(['src/config/a.ts -> src/config/b.ts -> src/config/c.ts -> src/config/a.ts']);
  });

  it('two neighbouring folders that import each other', () => {
    const rooms = [
      parseSource('server/domain/people/a.ts', "import { b } from '../session/b.ts';"),
      parseSource('server/domain/session/c.ts', "import type { D } from '../people/d.ts';"),
      parseSource('server/domain/session/e.ts', "import type { F } from '../refusal.ts';"),
    ];
    expect(mutualFolders(rooms)).toEqual([
      'server/domain/people/a.ts -> server/domain/session/b.ts, server/domain/session/c.ts -> server/domain/people/d.ts',
    ]);
  });

  it('nothing in what is allowed', () => {
    const allowed = parseSource(
      'src/machines/archives/x.machine.ts',
      "import { setup } from 'xstate';\nimport type { Wip } from '#common/calls/wips.ts';\nimport { failureOf } from '#api/failure.ts';",
    );
    expect(importProblems(allowed)).toEqual([]);
  });
});
