import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { cellsOf, mayShip, pagePackages, shippedPackages, type Shipped } from '../../tools/release/shipped.ts';
import { readSource } from './source.ts';

const shipped = shippedPackages(readSource('package.json'), readSource('package-lock.json'), pagePackages());
const bill = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    components: v.array(
      v.object({
        name: v.string(),
        version: v.string(),
        hashes: v.array(v.object({ alg: v.literal('SHA-512'), content: v.string() })),
        licenses: v.array(
          v.union([v.object({ license: v.object({ id: v.string() }) }), v.object({ expression: v.string() })]),
        ),
        properties: v.array(v.object({ name: v.literal('ready:where'), value: v.string() })),
      }),
    ),
  }),
);

/** The rows of a table in Markdown, by their cells. */
const rowsOf = (page: string): string[][] =>
  page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

describe('what ships', () => {
  it('is what the server’s dependencies and the page’s imports bring', () => {
    const of = (name: string): Partial<Shipped> | undefined => shipped.find((one) => one.name === name);
    expect(of('fastify')).toMatchObject({ onServer: true, inPage: false, wantedBy: [] });
    expect(of('react')).toMatchObject({ inPage: true, wantedBy: [] });
    expect(of('scheduler')).toMatchObject({ inPage: true, wantedBy: ['react-dom'] });
    expect(of('pg-protocol')).toMatchObject({ onServer: true, inPage: false, wantedBy: ['pg'] });
    for (const name of ['typescript', 'vitest', 'vite', '@statelyai/inspect']) expect(of(name)).toBeUndefined();
  });

  it('stands in docs/packages.md and docs/sbom.cdx.json as the lock file has it: npm run sbom', () => {
    expect(rowsOf(readSource('docs/packages.md'))).toEqual(shipped.map(cellsOf));
    const { components } = v.parse(bill, readSource('docs/sbom.cdx.json'));
    const listed = components.map(({ name, version, hashes, licenses, properties }) => ({
      name,
      version,
      hash: hashes[0]?.content,
      licence: licenses.map((one) => ('license' in one ? one.license.id : one.expression)).join(' AND '),
      where: properties.map(({ value }) => value),
    }));
    expect(listed).toEqual(
      shipped.map(({ name, version, hash, licence, onServer, inPage }) => ({
        name,
        version,
        hash,
        licence,
        where: [...(onServer ? ['server'] : []), ...(inPage ? ['page'] : [])],
      })),
    );
    expect(readSource('docs/sbom.cdx.json')).not.toMatch(
      /serialNumber|timestamp|https?:\/\/(?!cyclonedx\.org\/schema\/)/,
    );
  });

  it('ships under permissive licences only', () => {
    expect(shipped.filter(({ licence }) => !mayShip(licence)).map(({ name, licence }) => [name, licence])).toEqual([]);
  });
});

describe('the rules find', () => {
  it('a package that is moved, nested, or brought along', () => {
    const lock = {
      packages: {
        '': {},
        'node_modules/a': {
          version: '1.0.0',
          license: 'MIT',
          dependencies: { b: '1' },
          peerDependencies: { c: '1', d: '1' },
          peerDependenciesMeta: { d: { optional: true } },
        },
        'node_modules/a/node_modules/b': { version: '1.0.0', license: 'GPL-3.0-only' },
        'node_modules/b': { version: '2.0.0', license: 'MIT' },
        'node_modules/c': { version: '3.0.0', license: 'ISC', dev: true },
        'node_modules/d': { version: '4.0.0', license: 'MIT', devOptional: true },
      },
    };
    const found = shippedPackages(JSON.stringify({ dependencies: { a: '1.0.0' } }), JSON.stringify(lock), ['c']);
    expect(found.map(({ name, version, onServer, inPage }) => [name, version, onServer, inPage])).toEqual([
      ['a', '1.0.0', true, false],
      ['b', '1.0.0', true, false],
      ['c', '3.0.0', true, true],
    ]);
    expect(found.filter(({ licence }) => !mayShip(licence)).map(({ name }) => name)).toEqual(['b']);
  });

  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-or-later)', true],
    ['MIT AND CC-BY-4.0', false],
    ['MPL-2.0', false],
    ['', false],
  ])('a licence: %s', (licence, may) => {
    expect(mayShip(licence)).toBe(may);
  });
});
