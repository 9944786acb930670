import { globSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Plugin } from 'vite';

const root = resolve(import.meta.dirname, '..');
const ICON = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/;

const ROUTER = /\/react-router\/dist\/production\/chunk-\w+\.mjs$/;
/** What React consists of, and the one file of others that is written as it is. */
const REACT = /^(react(?:-dom)?(?:\/(?:jsx-runtime|client))?|scheduler|use-sync-external-store\/with-selector)$/;
const COMMONJS = /\/(?:react|react-dom|scheduler|use-sync-external-store)\/cjs\/[\w-]+\.production\.js$/;
const MACHINES = /\/xstate\/dist\/StateMachine-\w+\.esm\.js$/;

/**
 * Without what keeps forms, restored scrolling and the router's own links although nobody imports them: names for the developer's tools, set from outside, and
 * calls that are not marked as free of effects. And without its data mode, which this application does not use: declarative routes ask for its state, which is
 * never there.
 */
const slimRouter = (code: string): string =>
  code
    .replace(/^\w+\.(?:displayName = "\w+"|contextType = \w+);$/gm, '')
    .replace(
      /^(var \w+ = )(?=(?:\w+\.(?:createContext|forwardRef)|new Set|Object\.getOwnPropertyNames)\()/gm,
      '$1/* @__PURE__ */ ',
    )
    .replace(/^(?=function warning(?:Once)?\()/gm, '/* @__NO_SIDE_EFFECTS__ */ ')
    .replace('isDataRoute ? useNavigateStable() : useNavigateUnstable()', 'useNavigateUnstable()')
    .replace(/^function _renderMatches\([^]*?^}/m, (body) =>
      body.replaceAll(/\bdataRouter(?:State|Opts)\b(?!,| =|\))/g, 'null'),
    );

/**
 * React's files as modules of today. The bundler would wrap each, and put what unwraps them into a file of its own, which the first paint would wait for.
 */
function asModule(code: string): string {
  const needed: string[] = [];
  const body = code
    .replace(/(\w+) = require\("([^"]+)"\)(?:,\s*)?/g, (_, name: string, from: string) => {
      needed.push(`import * as ${name} from '${from}';`);
      return '';
    })
    .replace(/^var\s*;$/gm, '')
    // In the development build's scheduler only.
    .replace(/\bScheduler\.(?:log|unstable_setDisableYieldValue)\b/g, 'void 0');
  const given = new Set<string>();
  const bound = body
    .replace(/^exports\.(\w+) =/gm, (whole, name: string) => {
      if (given.has(name)) return whole;
      given.add(name);
      return `let given_${name} =`;
    })
    .replace(/\bexports\.(\w+)/g, 'given_$1');
  const names = [...given].map((name) => `given_${name} as ${name}`);
  const whole = [...given].map((name) => `${name}: given_${name}`);
  return [...needed, bound, `export { ${names.join(', ')} };`, `export default { ${whole.join(', ')} };`].join('\n');
}

/**
 * A machine's states are built when they are first asked for, and not when it is named: each is named once, and built again with its implementations
 * (`provide`), which is the one that runs.
 */
const machinesOnDemand = (code: string): string =>
  code.replace(/^class StateMachine \{\n  constructor\([^]*?^  \}\n/m, (whole) => {
    const build =
      /^    this\.root = (new StateNode\([^]*?\));\n    this\.root\._initialize\(\);\n    (\w+)\(this\.root\);\n/m.exec(
        whole,
      );
    if (!build) return whole;
    const [, made, format] = build;
    return `${whole
      .replace(build[0], '    this.built = void 0;\n')
      .replace(/^    this\.(?:root = void 0|(?:states|events) = (?:void 0|this\.root\.\w+));.*\n/gm, '')}
  get root() {
    if (this.built === void 0) {
      const { config } = this;
      this.built = ${made};
      this.built._initialize();
      ${format}(this.built);
    }
    return this.built;
  }
  get states() {
    return this.root.states;
  }
  get events() {
    return this.root.events;
  }
`;
  });

/**
 * Leaves out of a build what the libraries carry for others: the wrapper around each icon with its names and keys, the store that React has had itself since
 * its version 18, of the router its warnings for developers and all that nobody imports, and what XState builds twice. `docs/adr/0015-first-route.md` has what each is worth.
 */
export function slimPlugin(): Plugin {
  return {
    name: 'ready-slim',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      resolve: {
        alias: [
          { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
          {
            find: /^use-sync-external-store\/shim\/with-selector$/,
            replacement: 'use-sync-external-store/with-selector',
          },
        ],
      },
    }),
    resolveId: {
      filter: { id: [/^react-router(\/dom)?$/, REACT] },
      async handler(source, importer, options) {
        const found = await this.resolve(source, importer, { ...options, skipSelf: true });
        if (!found) return found;
        const [, file] = REACT.exec(source) ?? [];
        // The router's package names its development build to whoever imports it.
        if (file === undefined) return { ...found, id: found.id.replace('/dist/development/', '/dist/production/') };
        const name = source.startsWith('use-') ? 'use-sync-external-store-with-selector' : source.replace('/', '-');
        return { ...found, id: found.id.replace(/[\w-]+\.js$/, `cjs/${name}.production.js`) };
      },
    },
    load: {
      filter: { id: /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/ },
      handler: () =>
        `export { createIcon as default } from ${JSON.stringify(resolve(root, 'src/ui/primitives/icon.ts'))};`,
    },
    transform: {
      filter: { id: [ROUTER, MACHINES, COMMONJS] },
      handler(code, id) {
        const change = ROUTER.test(id) ? slimRouter : MACHINES.test(id) ? machinesOnDemand : asModule;
        return { code: change(code), map: null };
      },
    },
    // Here and not in each icon: the library has two thousand, of which a build reads all.
    renderChunk(code, { moduleIds }) {
      if (!moduleIds.some((id) => ICON.test(id))) return null;
      return {
        code: code
          .replace(/(\[\s*"[a-z]+",\s*\{[^{}]*?),\s*key: "[a-z0-9]+"(\s*\})/g, '$1$2')
          .replace(/name: "[a-z0-9-]+",\s*(?:aliases: \[[^\]]*\],\s*)?size: 24,\s*(?=node: \[)/g, '')
          .replace(/(?<=\]\s*\]),\s*aliases: \[[^\]]*\](?=\s*\})/g, '')
          .replace(/^__iconData(?:\$\d+)?\.node;\n/gm, ''),
        map: null,
      };
    },
  };
}

/** The alphabet of files; each begins with `_`, since what blocks advertisements hides some classes of two letters. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * Names a stylesheet's classes by its place among all of them: three or four characters instead of twenty, which no other text repeats.
 * @returns what Vite takes as `css.modules.generateScopedName`; the same sources give the same names
 */
export function shortClassNames(): (name: string, file: string) => string {
  const files = globSync('src/**/*.module.css', { cwd: root })
    .map((file) => resolve(root, file))
    .toSorted();
  const namesOf = new Map<string, string[]>();
  return (name, file) => {
    const path = file.replace(/\?.*$/, '');
    const at = files.indexOf(path);
    const letter = LETTERS[at];
    if (letter === undefined) throw new Error(`${path} has no letter of its own.`);
    const names = namesOf.get(path) ?? [];
    namesOf.set(path, names);
    if (!names.includes(name)) names.push(name);
    return `_${letter}${names.indexOf(name).toString(36)}`;
  };
}
