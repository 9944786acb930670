import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { createExport, exportFormats, exportRecords } from '#common/calls/records.ts';
import type { RecordExports, RecordsExport } from '#server/domain/records/export.ts';
import { Refusal } from '#server/domain/refusal.ts';
import type { Sessions } from '#server/domain/session/sessions.ts';
import { readRecords } from '../guards/access.ts';
import { serve, type Api } from '../serve.ts';
import { described, once, queryIn, uuidIn } from '../query.ts';
import { entryOf, LIST, listQuery, requireOrder } from './records.ts';

const exportQuery = v.object({
  ...listQuery.entries,
  format: v.pipe(
    v.optional(once('format'), ''),
    v.picklist(exportFormats, `'format' must be one of: ${exportFormats.join(', ')}.`),
  ),
  archive: v.exactOptional(uuidIn('archive')),
});
/** Milliseconds for any byte in either direction: the columns of a very long table are found before its first row. */
const STILL = 120_000;
const tokenQuery = v.object({ token: v.exactOptional(once('token')) });

/** @throws {Refusal} invalid, in words */
const exportIn = (request: FastifyRequest): RecordsExport => requireOrder(queryIn(exportQuery, request));

/** The parameters of a file in one order: its address has them, and its token is bound to them. */
const parametersOf = (query: RecordsExport): URLSearchParams =>
  new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== '')
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

/** @param name of the file, of any characters (RFC 6266) */
const disposition = (name: string): string => {
  const plain = name.replace(/[^\w .-]/g, '_');
  const whole = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
};

const QUERY = [
  ...described({ ...LIST, archive: 'uuid' }),
  { name: 'format', in: 'query', required: true, schema: { enum: exportFormats } },
];

/** The parts of these routes. */
export type RecordExportParts = {
  recordExports: RecordExports;
  sessions: Pick<Sessions, 'fileToken' | 'useFileToken'>;
};

/** Routes by which records are taken away as files (`records` in `capabilities`). */
export function recordExportRoutes(server: Api, { recordExports, sessions }: RecordExportParts): void {
  const api: Api = { ...server, capability: 'records' };
  serve(
    api,
    createExport,
    {
      access: { ...readRecords(), antiForgery: true },
      about: 'The address of a file of records: good once, for a minute and for this session',
      query: QUERY,
    },
    async ({ actor, request }) => {
      const query = exportIn(request);
      await recordExports.check(actor, query);
      const parameters = parametersOf(query);
      parameters.append('token', await sessions.fileToken(actor.family, parameters.toString()));
      return { success: true, address: `${exportRecords.path}?${parameters.toString()}` };
    },
  );
  serve(
    api,
    exportRecords,
    {
      access: readRecords(),
      about: 'The records of a list, or one of them, as a file',
      query: [...QUERY, ...described({ token: 'string' })],
      reply: 'file',
      navigatedBy: 'token',
      refusals: { 410: 'The address was used, or is older than a minute' },
    },
    async ({ actor, request, reply }) => {
      const query = exportIn(request);
      const { token } = queryIn(tokenQuery, request);
      if (token !== undefined && !(await sessions.useFileToken(actor.family, parametersOf(query).toString(), token)))
        throw new Refusal('gone', 'This address was used before, or is older than a minute. Ask for the file again.');
      const { name, type, content } = await recordExports.begin(actor, query, (record) => entryOf(record, true));
      request.raw.socket.setTimeout(STILL);
      return reply
        .headers({
          'Content-Type': type,
          'Content-Disposition': disposition(name),
          // A document that is opened here all the same is nothing of this application's.
          'Content-Security-Policy': 'sandbox',
        })
        .send(content);
    },
  );
}
