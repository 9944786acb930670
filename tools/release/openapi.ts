import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openApi } from '#server/http/ops/openapi.ts';

const file = resolve(import.meta.dirname, '../../docs/openapi.json');
writeFileSync(file, `${JSON.stringify(openApi(), null, 2)}\n`);
process.stdout.write('Wrote docs/openapi.json\n');
