import type { Archives } from '#server/domain/archives.ts';
import type { DocumentReplies } from './document-reply.ts';
import { addRoute, type Api } from './route.ts';

/** Section 7, one archive. */
export function archiveRoutes(
  api: Api,
  { archives, documents }: { archives: Archives; documents: DocumentReplies },
): void {
  addRoute(api, {
    method: 'GET',
    url: '/v1/archives/:uuid',
    isRepeatable: true,
    async handle(call) {
      const { uuid } = await archives.open(call.actor, call.id('uuid', 'archive'));
      const key = `archive-${uuid}`;
      const make = async () => {
        const { content, name, file_name, format, submitted_on } = await archives.read(call.actor, uuid);
        return { key, body: { success: true, result: { uuid, name, file_name, format, submitted_on, content } } };
      };
      return documents.send(call, key, make, true);
    },
  });
}
