import { readdirSync, readFileSync } from 'node:fs';
import catalogue from '../../templates/catalogue.json' with { type: 'json' };
import { renderDocument } from '#common/document/plan/document-plan.ts';
import { planOf } from '#common/document/plan/make-plan.ts';

type Wip = { template: string; name: string; values: Record<string, string>; new_attributes: unknown[] };
const root = new URL('../../', import.meta.url);
const wips = readdirSync(new URL('server/seed-data/wips/', root)).map(
  (name) => JSON.parse(readFileSync(new URL(`server/seed-data/wips/${name}`, root), 'utf8')) as Wip,
);

/** Every shipped document as the demo fills it in, by its name. */
export const shipped: Readonly<Record<string, string>> = Object.fromEntries(
  catalogue.map(({ uuid, file_name: file }) => {
    const wip = wips.find(({ template }) => template === uuid);
    if (!wip) throw new Error(`The demo has no ${file}.`);
    const { name, values, new_attributes } = wip;
    const source = readFileSync(new URL(`templates/${file}`, root), 'utf8');
    const rows = new_attributes.length > 0 ? JSON.stringify(new_attributes) : null;
    return [name, renderDocument(source, planOf(source), { values: new Map(Object.entries(values)), rows })];
  }),
);
