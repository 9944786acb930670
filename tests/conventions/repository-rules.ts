import { posix } from 'node:path';

/** A file as the rules about the repository see it. */
export type TextFile = { path: string; text: string };

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** Lists every match of a pattern, as `path:line what`. */
function places({ path, text }: TextFile, pattern: RegExp, what: (found: string) => string): string[] {
  return [...text.matchAll(pattern)].map((match) => `${path}:${lineOf(text, match.index)} ${what(match[0].trim())}`);
}

// The patterns are put together here so that this file does not hold what it looks for.
const anyOf = (words: readonly string[]): string => words.map((word) => word.split(' ').join('')).join('|');
const machineFolders = anyOf(['/wor k/', '/hom e/', '/Use rs/', '/tm p/', '/us r/bin/', '/us r/local/', '/roo t/']);
const registries = anyOf(['registry.npm js', 'registry.yarn pkg', 'npm.pkg.git hub', 'npmm irror', 'deb.deb ian']);
const owed = anyOf(['TO DO', 'FIX ME', 'XX X', 'HA CK']);

/**
 * Lists paths of one machine, hosts of package registries and owed work: a file of the project never contains them. oxlint and `npm test` report tests
 * that do not run.
 * @param file a text file of the project
 * @returns a sentence for each place
 */
export function contentProblems(file: TextFile): string[] {
  const afterShebang = { ...file, text: file.text.replace(/^#!.*/, '') };
  return [
    ...places(
      afterShebang,
      new RegExp(`(?<![\\w.~$}])(${machineFolders})`, 'g'),
      (found) => `holds a machine's path: ${found}`,
    ),
    ...places(file, new RegExp(registries, 'gi'), (found) => `names a registry: ${found}`),
    ...places(file, new RegExp(`\\b(${owed})\\b`, 'g'), (found) => `owes work: ${found}`),
  ];
}

/** A file's comments; every other character is a space, so that offsets stay. */
const commentsOf = (text: string): string =>
  text.replace(/^(?!\s*\*).*?(?=\/\/|\/\*|$)/gm, (code) => ' '.repeat(code.length));

/** Files that a comment names by their whole path and that are not there. @param paths all files of the repository */
export function pathProblems(file: TextFile, paths: readonly string[]): string[] {
  const comments = { ...file, text: commentsOf(file.text) };
  const named = /(?<![\w./*-])(?:common|packages|src|server|tests|tools)\/[\w/.-]+\.(?:tsx?|mjs|css)\b/g;
  return places(comments, named, (found) => found)
    .filter((place) => !paths.includes(place.split(' ')[1] ?? ''))
    .map((place) => `${place} is not in the repository`);
}

/**
 * References in comments that lead nowhere in the repository: a numbered section or decision, a page or a clause that is not there.
 * @param file a source file
 * @param paths all files of the repository
 * @param clauses ids of the clauses in docs/spec-coverage.md; a comment may also name the beginning of several, as `s7.*`
 */
export function referenceProblems(file: TextFile, paths: readonly string[], clauses: readonly string[]): string[] {
  const comments = commentsOf(file.text);
  const isThere = (name: string): boolean =>
    name.endsWith('.md')
      ? paths.some((path) => `/${path}`.endsWith(`/${posix.normalize(name).replace(/^(\.\.\/)+/, '')}`))
      : clauses.some((id) => (name.endsWith('*') ? id.startsWith(name.slice(0, -1)) : id === name));
  return [...comments.matchAll(/\b(?:decisions?|sections?) \d+|[\w./-]+\.md\b|(?<=`)[sd]\d+\.[\w.*-]+(?=`)/gi)]
    .filter(([name]) => !isThere(name))
    .map(
      ({ 0: name, index }) =>
        `${file.path}:${lineOf(file.text, index)} refers to ${name}, which is not in the repository`,
    );
}

const MOST_LINES = 600;

/** @param file a source file; a chart has its own limit (`machine-rules.ts`) */
export function lengthProblems({ path, text }: TextFile): string[] {
  if (path.endsWith('.machine.ts')) return [];
  const lines = text.trimEnd().split('\n').length;
  return lines > MOST_LINES ? [`${path}: ${lines} lines, at most ${MOST_LINES}`] : [];
}

/** Maximum number of files in a folder: more are several things. */
const MOST_FILES = 25;

/** Folders with more files than a reader takes in at a glance. @param paths all source files */
export function folderProblems(paths: readonly string[]): string[] {
  const folders = Map.groupBy(paths, (path) => posix.dirname(path));
  return [...folders]
    .filter(([, files]) => files.length > MOST_FILES)
    .map(([folder, { length }]) => `${folder}: ${length} files, at most ${MOST_FILES}`);
}

/**
 * CSS modules of one file name: a class is named by its file's name and its own, so two of them would style each other's elements.
 * @param paths all files
 */
export function styleNameProblems(paths: readonly string[]): string[] {
  const modules = paths.filter((path) => path.endsWith('.module.css'));
  return modules.filter((path) =>
    modules.some((other) => other !== path && posix.basename(other) === posix.basename(path)),
  );
}

/** The anchors that a page's headings give, as GitHub makes them. */
const anchorsOf = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^#{1,6}\s+(.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/\s/g, '-'),
    ),
  );

/**
 * Links of a page that lead nowhere in the project.
 * @param page a Markdown file
 * @param read gives another file's text, an empty text for a folder, or null when there is none
 */
export function linkProblems(page: TextFile, read: (path: string) => string | null): string[] {
  const prose = page.text
    .replace(/```[\s\S]*?```/g, (code) => code.replace(/[^\n]/g, ' '))
    .replace(/`[^`\n]*`/g, (code) => ' '.repeat(code.length));
  return [...prose.matchAll(/\]\(([^)\s]+)\)|<img[^>]*\bsrc="([^"]+)"/g)].flatMap((match) => {
    const link = match[1] ?? match[2] ?? '';
    if (/^[a-z]+:/.test(link)) return [];
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page.path : posix.normalize(posix.join(posix.dirname(page.path), path));
    const text = path === '' ? page.text : read(target);
    const at = `${page.path}:${lineOf(page.text, match.index)}`;
    if (text === null) return [`${at} links to '${link}', which is not there`];
    return anchor && text !== '' && !anchorsOf(text).has(anchor) ? [`${at} links to '${link}': no such heading`] : [];
  });
}

type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> };

/** @param manifest package.json */
export function pinProblems(manifest: Manifest): string[] {
  return Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    .filter(([, version]) => !/^(\d+\.\d+\.\d+(-[\w.]+)?|file:packages\/[\w-]+)$/.test(version))
    .map(([name, version]) => `package.json: ${name} is '${version}', not one exact version`);
}

type Locked = { optionalDependencies?: Record<string, string> };

/**
 * A lockfile that names download addresses, or that lacks what a package brings for another kind of machine: `npm ci` fails there.
 * @param lockfile the text of package-lock.json
 */
export function lockfileProblems(lockfile: string): string[] {
  const { packages } = JSON.parse(lockfile) as { packages: Record<string, Locked> };
  const names = Object.keys(packages);
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter(
        (name) => !names.some((other) => other === `node_modules/${name}` || other.endsWith(`/node_modules/${name}`)),
      )
      .map((name) => `package-lock.json: '${name}', which ${path} may bring, is missing`),
  );
  return /"resolved": *"https?:/.test(lockfile)
    ? ['package-lock.json names download addresses: write it with omit-lockfile-registry-resolved=true', ...missing]
    : missing;
}
