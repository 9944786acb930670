import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { cellsOf, pagePackages, shippedPackages } from './shipped.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Fields of npm's list that are used; the rest of it changes from one run, or one npm, to the next. */
const component = v.object({
  'bom-ref': v.string(),
  type: v.string(),
  name: v.string(),
  version: v.string(),
  purl: v.string(),
  // Our own packages, which do not ship by themselves, have none.
  hashes: v.optional(v.array(v.object({ alg: v.string(), content: v.string() }))),
  licenses: v.array(v.unknown()),
});
const bill = v.object({
  $schema: v.string(),
  bomFormat: v.string(),
  specVersion: v.string(),
  components: v.array(component),
  dependencies: v.array(v.object({ ref: v.string(), dependsOn: v.array(v.string()) })),
});

const INTRODUCTION = `# Packages that ship with Ready

What \`npm run sbom\` found in package.json, the lock file and the page's imports; the same for machines, with checksums, in CycloneDX: [sbom.cdx.json](sbom.cdx.json). A test compares both with the lock file.
*server*: installed by \`npm ci --omit=dev\`. *page*: may be built into what browsers load. Node itself and PostgreSQL are the operator's.

Only permissive licences ship (\`tools/release/shipped.ts\` lists them); a test fails on any other. Known holes: \`npm audit\` asks npm's registry for everything in the lock file, \`npm audit --omit=dev\` for the server alone; \`npm audit signatures\` checks who published what is installed.
Look before each release: nothing does it by itself, so that tests need no network.

| package | version | licence | where | why |
| --- | --- | --- | --- | --- |
`;

const shipped = shippedPackages(read('package.json'), read('package-lock.json'), pagePackages());
const refs = new Set(shipped.map(({ name, version }) => `${name}@${version}`));
const whole = v.parse(
  bill,
  JSON.parse(
    execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64 * 1024 * 1024,
    }),
  ),
);
const own = v.parse(
  v.pipe(v.string(), v.parseJson(), v.object({ name: v.string(), version: v.string() })),
  read('package.json'),
);
const byRef = new Map(whole.components.map((one) => [one['bom-ref'], one]));
const components = shipped.map(({ name, version, onServer, inPage }) => {
  const found = byRef.get(`${name}@${version}`);
  if (!found) throw new Error(`npm's list lacks ${name}@${version}: run npm ci, then try again.`);
  const where = [...(onServer ? ['server'] : []), ...(inPage ? ['page'] : [])];
  return { ...found, properties: where.map((value) => ({ name: 'ready:where', value })) };
});
const dependencies = whole.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)).toSorted() }))
  .toSorted((one, other) => (one.ref < other.ref ? -1 : 1));
const { $schema, bomFormat, specVersion } = whole;
const subject = { 'bom-ref': `${own.name}@${own.version}`, type: 'application', name: own.name, version: own.version };
const result = {
  $schema,
  bomFormat,
  specVersion,
  version: 1,
  metadata: { component: subject },
  components,
  dependencies,
};
writeFileSync(join(root, 'docs', 'sbom.cdx.json'), `${JSON.stringify(result, null, 2)}\n`);
const rows = shipped.map((one) => `| ${cellsOf(one).join(' | ')} |\n`);
writeFileSync(join(root, 'docs', 'packages.md'), INTRODUCTION + rows.join(''));
process.stdout.write(`Wrote docs/sbom.cdx.json and docs/packages.md: ${shipped.length} packages\n`);
