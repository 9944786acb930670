/** Variables of scripts, the build and the tests: a server and a command ignore them. */
export const OTHERS_NAMES: readonly string[] = [
  'READY_CHARTS',
  'READY_CHROMIUM',
  'READY_SHELL',
  'READY_DEV_SERVER',
  'READY_ENGINE',
  'READY_FIREFOX',
  'READY_FULL',
  'READY_POSTGRES',
  'READY_RELEASE_KEY',
  'READY_SEED',
  'READY_WAIT_LIMIT',
];

/**
 * Variables that Kubernetes sets in every container of a name space that has a Service named `ready`, as `NAME=value`.
 */
const KUBERNETES = /^READY_(?:SERVICE_(?:HOST|PORT)(?:_\w+)?=|PORT=tcp:|PORT_\d+_)/;

/** Prefix of this application's own names. */
const OURS = 'READY_';
/** Maximum of letters in which a misspelt name may differ: in all, and one for each so many of its own. */
const NEAR = 4;
const NEAR_EACH = 3;
/** The same if names may be other programs'. */
const VERY_NEAR = 2;

/** Number of letters that must be added, removed or changed to make one text from another. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of Array.from(one).entries()) {
    const next = [at + 1];
    for (const [place, its] of Array.from(other).entries()) {
      const changed = (row[place] ?? 0) + (letter === its ? 0 : 1);
      next.push(Math.min(changed, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/**
 * The text among some that is most like another.
 * @param most maximum of letters that differ
 * @returns undefined when none is like it
 */
export function nearest(text: string, among: Iterable<string>, most: number): string | undefined {
  const [found] = [...among]
    .map((name) => ({ name, letters: distance(text, name), longer: Math.abs(name.length - text.length) }))
    .filter(({ letters }) => letters <= most)
    .toSorted((a, b) => a.letters - b.letters || a.longer - b.longer);
  return found?.name;
}

type Env = Readonly<Record<string, string | undefined>>;

const given = (env: Env, known: ReadonlySet<string>): string[] =>
  Object.keys(env)
    .filter(
      (name) =>
        env[name] !== undefined &&
        !known.has(name) &&
        !OTHERS_NAMES.includes(name) &&
        !KUBERNETES.test(`${name}=${env[name]}`),
    )
    .toSorted();

/**
 * A sentence for each variable that has this application's prefix, and is no setting: it would have no effect.
 * @param known the names of the settings
 */
export function unknownNames(env: Env, known: ReadonlySet<string>): string[] {
  return given(env, known)
    .filter((name) => name.startsWith(OURS))
    .map((name) => {
      // A short name that is completely different would be near to some other short one.
      const own = name.length - OURS.length;
      const meant = nearest(name, known, Math.min(NEAR, Math.ceil(own / NEAR_EACH)));
      const hint = meant === undefined ? 'docs/server.md lists them' : `${meant} may be meant`;
      return `${name} is no setting of Ready: ${hint}. Remove it or correct it.`;
    });
}

/**
 * A sentence for each variable that is nearly named as a setting whose name does not begin with READY_; it may be another program's.
 * @param known the names of the settings
 */
export function nearlyNamed(env: Env, known: ReadonlySet<string>): string[] {
  const common = [...known].filter((name) => /^(FRAME|DATABASE)_/.test(name));
  return given(env, known)
    .filter((name) => /^(FRAME|DATABASE)_/.test(name))
    .flatMap((name) => {
      const meant = nearest(name, common, VERY_NEAR);
      return meant === undefined ? [] : [`${name} is no setting of Ready: ${meant} may be meant.`];
    });
}
