import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { jsonSchema } from '#server/http/ops/openapi-schema.ts';
import { openApi } from '#server/http/ops/openapi.ts';
import { servedCalls } from '#server/http/served.ts';
import { rawCall } from '#tests/support/raw-call.ts';
import { forThisTest, startInside } from '../given.ts';

const written = resolve(import.meta.dirname, '../../../docs/openapi.json');

it('is what docs/openapi.json says (npm run openapi), and what the server serves', async () => {
  const now: unknown = JSON.parse(JSON.stringify(openApi(await servedCalls())));
  expect(JSON.parse(await readFile(written, 'utf8'))).toEqual(now);
  const { origin } = await forThisTest(startInside({}, { seed: false }));
  const reply = await rawCall(origin, { path: '/openapi.json' });
  expect([reply.status, reply.json]).toEqual([200, now]);
});

it('describes schemas as they check', async () => {
  const save = openApi(await servedCalls())['paths'] as Record<string, Record<string, Record<string, unknown>>>;
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
  expect(() => jsonSchema(v.date())).toThrow('"date" schema');
});
