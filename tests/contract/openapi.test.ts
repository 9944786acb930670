import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { createServer } from '#server/app.ts';
import { docsPage } from '#server/http/docs-page.ts';
import { jsonSchema } from '#server/http/openapi-schema.ts';
import { openApi } from '#server/http/openapi.ts';
import { readSettings } from '#server/settings.ts';
import { rawCall } from '#tests/support/raw-call.ts';

const written = resolve(import.meta.dirname, '..', '..', 'docs', 'openapi.json');

it('is what docs/openapi.json says (npm run openapi), and what the server serves', async () => {
  const now: unknown = JSON.parse(JSON.stringify(openApi()));
  expect(JSON.parse(await readFile(written, 'utf8'))).toEqual(now);
  const data = await mkdtemp(join(tmpdir(), 'ready-openapi-'));
  const settings = readSettings({ PORT: '0', LOG_LEVEL: 'silent', READY_DATA: data });
  const server = await createServer({ settings, seed: false, spa: false });
  const address = await server.listen();
  const reply = await rawCall(address, { path: '/openapi.json' });
  const page = await rawCall(address, { path: '/docs' });
  await server.close();
  await rm(data, { recursive: true });
  expect([reply.status, reply.json]).toEqual([200, now]);
  expect([page.status, page.text]).toEqual([200, docsPage()]);
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/);
});

it('is told to people at /docs: every call, its shapes and refusals, under a policy without scripts', () => {
  const page = docsPage();
  for (const [path, methods] of Object.entries(openApi()['paths'] as Record<string, object>)) {
    for (const method of Object.keys(methods))
      expect(page).toContain(`<b>${method.toUpperCase()}</b> <code>${path}</code>`);
  }
  expect(page).not.toContain('<script');
  expect(page).toContain('<dt>413</dt><dd>Too large.</dd>');
  expect(page).toContain(
    'edited_attributes: {\n    id: string;\n    value: string;\n  }[] /* at most 50,000 */;\n  new_attributes: unknown[]',
  );
});

it('describes schemas as they check', () => {
  const save = openApi()['paths'] as Record<string, Record<string, Record<string, unknown>>>;
  expect(save['/v1/wips/{uuid}/update']?.['post']).toMatchObject({
    parameters: [{ name: 'uuid' }, { name: 'X-XSRF-TOKEN', required: true }],
    requestBody: {
      content: {
        'application/json': {
          schema: {
            required: ['save_name', 'edited_attributes', 'new_attributes'],
            properties: { edited_attributes: { maxItems: 50_000, items: { required: ['id', 'value'] } } },
          },
        },
      },
    },
  });
  expect(save['/v1/templates']?.['get']).toMatchObject({
    responses: {
      200: {
        content: {
          'application/json': { schema: { properties: { templates: { items: { required: ['uuid'] } } } } },
        },
      },
    },
  });
  expect(jsonSchema(v.object({ a: v.optional(v.string()), b: v.nullable(v.pipe(v.number(), v.integer())) }))).toEqual({
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: ['integer', 'null'] } },
    required: ['b'],
  });
  expect(() => jsonSchema(v.date())).toThrow("of the kind 'date'");
});
