import { fromPromise } from 'xstate';
import { readArchive } from '#common/calls/archives.ts';
import { readWip } from '#common/calls/templates.ts';
import { storedDocumentMachine } from '#machines/records/stored-document.machine.ts';
import { createDocumentFrame } from '../document/document-frame.ts';
import type { Services } from '../screen-route.ts';

/** The document of a submission, or as it is saved, with its calls. */
export const storedDocument = ({ client, env }: Pick<Services, 'client' | 'env'>) =>
  storedDocumentMachine.provide({
    actors: {
      document: createDocumentFrame(env),
      loadContent: fromPromise(({ input: { source }, signal }) =>
        source.kind === 'wip'
          ? client.call(readWip, { uuid: source.id }, { signal })
          : client.call(readArchive, { uuid: source.id }, { signal }),
      ),
    },
  });
