import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Call } from '#common/calls/call.ts';
import { bundleRecords, createBundle, createExport, exportFormats, exportRecords } from '#common/calls/records.ts';
import type { RecordExports, RecordsExport } from '#server/domain/records/export.ts';
import { Refusal } from '#server/domain/refusal.ts';
import type { Sessions } from '#server/domain/session/sessions.ts';
import { administer, inspect, readRecords, type AccessRule } from '../guards/access.ts';
import { serve, type Api, type Serving } from '../serve.ts';
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
const bundleIn = (request: FastifyRequest): RecordsExport => ({
  ...requireOrder(queryIn(listQuery, request)),
  format: 'bundle',
});

/** The parameters of a file in one order: its address has them, and its token is bound to them. */
const parametersOf = (query: RecordsExport): URLSearchParams =>
  new URLSearchParams(
    Object.entries(query)
      .filter(([name, value]) => value !== '' && (name !== 'format' || value !== 'bundle'))
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

/** @param name of the file, of any characters (RFC 6266) */
const disposition = (name: string): string => {
  const plain = name.replace(/[^\w .-]/g, '_');
  const whole = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
};

const QUERY: NonNullable<Serving['query']> = [
  ...described({ ...LIST, archive: 'uuid' }),
  { name: 'format', in: 'query', required: true, schema: { enum: exportFormats } },
];

/** The parts of these routes. */
export type RecordExportParts = {
  recordExports: RecordExports;
  sessions: Pick<Sessions, 'fileToken' | 'useFileToken'>;
};

/** One kind of file: the calls for it, its parameters, and what they mean. */
type Kind = {
  create: Call;
  file: Call;
  needs: { create: AccessRule; file: AccessRule };
  about: string;
  query: typeof QUERY;
  queryOf: (request: FastifyRequest) => RecordsExport;
};

/** Routes by which records are taken away as files (`records` and `records.proof` in `capabilities`). */
export function recordExportRoutes(api: Api, parts: RecordExportParts): void {
  fileRoutes({ ...api, capability: 'records' }, parts, {
    create: createExport,
    file: exportRecords,
    needs: { create: { ...readRecords(), antiForgery: true }, file: readRecords() },
    about: 'The records of a list, or one of them, as a file',
    query: QUERY,
    queryOf: exportIn,
  });
  fileRoutes({ ...api, capability: 'records.proof' }, parts, {
    create: createBundle,
    file: bundleRecords,
    needs: { create: { ...administer(), notForDisplays: true }, file: { ...inspect, notForDisplays: true } },
    about: 'The documents of a list, with the proof of all records of the organization, as a file that needs no server',
    query: described(LIST),
    queryOf: bundleIn,
  });
}

function fileRoutes(
  api: Api,
  { recordExports, sessions }: RecordExportParts,
  { create, file, needs, about, query: parameters, queryOf }: Kind,
): void {
  serve(
    api,
    create,
    {
      access: needs.create,
      about: 'The address of a file of records: good once, for a minute and for this session',
      query: parameters,
    },
    async ({ actor, request }) => {
      const query = queryOf(request);
      await recordExports.check(actor, query);
      const given = parametersOf(query);
      given.append('token', await sessions.fileToken(actor.family, given.toString()));
      return { success: true, address: `${file.path}?${given.toString()}` };
    },
  );
  serve(
    api,
    file,
    {
      access: needs.file,
      about,
      query: [...parameters, ...described({ token: 'string' })],
      reply: 'file',
      navigatedBy: 'token',
      refusals: { 410: 'The address was used, or is older than a minute' },
    },
    async ({ actor, request, reply }) => {
      const query = queryOf(request);
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
