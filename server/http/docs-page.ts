import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { JsonSchema } from './openapi-schema.ts';
import { openApi } from './openapi.ts';

type Operation = {
  summary: string;
  description: string;
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { description: string; content: Record<string, { schema: JsonSchema }> }>;
};

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`).replace(/`([^`]+)`/g, '<code>$1</code>');

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

/**
 * A schema in the notation of TypeScript, which developers read at a glance.
 * @param schema a JSON schema as `openapi-schema.ts` writes it
 * @param indent the indentation of its own line
 */
export function notation(schema: unknown, indent = ''): string {
  if (!isSchema(schema)) return 'unknown';
  const { $ref, type, properties, items, required, anyOf, enum: choices, maxItems } = schema;
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(choices)) return choices.map((choice) => JSON.stringify(choice)).join(' | ');
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1);
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map((one) => notation(one, indent)))].join(' | ');
  if (Array.isArray(type)) return type.map((one) => notation({ ...schema, type: one as unknown }, indent)).join(' | ');
  if (type === 'null') return 'null';
  if (type === 'array') {
    const entry = notation(items, indent);
    const list = /[ |]/.test(entry) && !entry.startsWith('{') ? `(${entry})[]` : `${entry}[]`;
    return typeof maxItems === 'number' ? `${list} /* at most ${maxItems.toLocaleString('en')} */` : list;
  }
  if (isSchema(properties)) {
    const needed = Array.isArray(required) ? required : [];
    const lines = Object.entries(properties).map(
      ([name, field]) => `${indent}  ${name}${needed.includes(name) ? '' : '?'}: ${notation(field, `${indent}  `)};\n`,
    );
    return `{\n${lines.join('')}${indent}}`;
  }
  return typeof type === 'string' ? type : 'unknown';
}

const style = `
:root { color-scheme: light dark; --line: light-dark(#d3dad4, #2c3b38); --muted: light-dark(#42504c, #b4c2bd); --accent: light-dark(#06545a, #7fd7d2); }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem 4rem; background: light-dark(#f3f5f1, #0d1413); color: light-dark(#14211e, #e9f0ed);
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; }
a { color: var(--accent); }
h1, h2 { line-height: 1.2; } h2 { margin: 2.5rem 0 0.5rem; }
nav ul { columns: 18rem; padding: 0; list-style: none; } nav a { display: block; padding: 0.2rem 0; overflow-wrap: anywhere; }
article { margin: 1rem 0; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 0.5rem; background: light-dark(#fff, #15201e); }
h3 { margin: 0; font-size: 1.05rem; overflow-wrap: anywhere; } h4 { margin: 1rem 0 0.25rem; font-size: 0.9375rem; }
p { margin: 0.25rem 0; } .who, dt { color: var(--muted); }
b { display: inline-block; min-width: 3.25rem; color: var(--accent); }
pre { margin: 0; padding: 0.75rem; overflow-x: auto; border-radius: 0.375rem; background: light-dark(#e8ece6, #090f0e); }
code, pre { font: 0.875rem/1.5 ui-monospace, 'SF Mono', Menlo, 'DejaVu Sans Mono', monospace; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; margin: 0; } dd { margin: 0; }
:focus-visible { outline: 3px solid light-dark(#c04a00, #ffc14d); outline-offset: 2px; }
`;

const anchor = (method: string, path: string): string => `${method}-${path}`.replace(/[^\w]+/g, '-').replace(/-$/, '');

const schemaOf = (content: Record<string, { schema: JsonSchema }>): JsonSchema | undefined =>
  content['application/json']?.schema;

function article(method: string, path: string, operation: Operation): string {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const body = requestBody && schemaOf(requestBody.content);
  const [done] = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const reply = done && schemaOf(done[1].content);
  const rows = Object.entries(responses).map(
    ([status, { description: words }]) => `<dt>${status}</dt><dd>${escape(words)}</dd>`,
  );
  const given = parameters.map(
    ({ name, in: place, required }) =>
      `<dt><code>${escape(name)}</code></dt><dd>${escape(place)}${required === true ? '' : ', optional'}</dd>`,
  );
  return `<article id="${anchor(method, path)}"><h3><b>${method.toUpperCase()}</b> <code>${escape(path)}</code></h3>
<p>${escape(summary)}.</p><p class="who">${escape(description)}</p>
${given.length > 0 ? `<h4>Parameters</h4><dl>${given.join('')}</dl>` : ''}
${body ? `<h4>Body</h4><pre tabindex="0">${escape(notation(body))}</pre>` : ''}
${reply ? `<h4>Reply</h4><pre tabindex="0">${escape(notation(reply))}</pre>` : ''}
<h4>Answers</h4><dl>${rows.join('')}</dl></article>`;
}

/**
 * The page for people who write programs against the server: every call of section 7, from the same schemas that check its replies.
 * @returns HTML without any script
 */
export function docsPage(): string {
  const { info, paths, components } = openApi() as {
    info: { title: string; description: string };
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, JsonSchema> };
  };
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const links = calls.map(
    ({ method, path }) =>
      `<li><a href="#${anchor(method, path)}"><code>${method.toUpperCase()} ${escape(path)}</code></a></li>`,
  );
  const shared = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<article><h3>${escape(name)}</h3><pre tabindex="0">${escape(notation(schema))}</pre></article>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(info.title)}: the calls</title><link rel="icon" href="/icon.svg" type="image/svg+xml"><style>${style}</style></head><body><main>
<h1>${escape(info.title)}: the calls</h1><p>${escape(info.description)}</p>
<p>For tools: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<nav aria-label="Calls"><ul>${links.join('')}</ul></nav>
<h2>Calls</h2>${calls.map(({ method, path, operation }) => article(method, path, operation)).join('\n')}
<h2>Shared shapes</h2>${shared.join('\n')}</main></body></html>`;
}

/** GET /docs: the same for everybody, and nothing of what is stored. */
export function docsRoute(app: FastifyInstance): void {
  let page: string | null = null;
  const hash = createHash('sha256').update(style).digest('base64');
  app.get('/docs', (_request, reply) => {
    page ??= docsPage();
    return reply
      .header(
        'Content-Security-Policy',
        `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
      .header('X-Content-Type-Options', 'nosniff')
      .header('Referrer-Policy', 'no-referrer')
      .header('Cache-Control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page);
  });
}
