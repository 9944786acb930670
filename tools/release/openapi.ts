import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openApi } from '#server/http/ops/openapi.ts';
import { servedCalls } from '#server/http/served.ts';

const file = resolve(import.meta.dirname, '../../docs/openapi.json');
writeFileSync(file, `${JSON.stringify(openApi(await servedCalls()), null, 2)}\n`);
process.stdout.write('Wrote docs/openapi.json\n');
