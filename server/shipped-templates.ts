import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import type { ShippedTemplate } from './domain/templates/template-admin.ts';

const folder = resolve(import.meta.dirname, '..', 'templates');

const catalogue = v.array(
  v.object({ uuid: v.string(), name: v.string(), description: v.string(), file_name: v.string() }),
);

/** The templates that come with the product, in their order; the first two are the pair of Command Docs. */
export function shippedTemplates(): ShippedTemplate[] {
  const list = v.parse(catalogue, JSON.parse(readFileSync(join(folder, 'catalogue.json'), 'utf8')));
  return list.map((one) => ({ ...one, content: readFileSync(join(folder, one.file_name), 'utf8') }));
}
