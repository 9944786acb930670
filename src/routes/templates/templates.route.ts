import { fromPromise } from 'xstate';
import type { Client } from '#api/client.ts';
import * as admin from '#common/calls/template-admin.ts';
import type { FoundBlanks } from '#common/document/html/blanks.ts';
import {
  NotSent,
  requireBounds,
  type TemplateAct,
  templateList,
  templateMessages,
  templateOf,
} from '#machines/templates/template-acts.ts';
import { templateUploadMachine } from '#machines/templates/template-upload.machine.ts';
import { templateWorkshopMachine } from '#machines/templates/template-workshop.machine.ts';
import { TemplatesScreen } from '#ui/templates/templates.tsx';
import { createDocumentFrame } from '../document/document-frame.ts';
import { saveFile } from '../save-file.ts';
import { screenRoute, type Services } from '../screen-route.ts';

/** A file with the folders in which it was chosen. */
type ChosenFile = { name: string; file: File };

const isChosenFile = (one: unknown): one is ChosenFile =>
  typeof one === 'object' && one !== null && 'file' in one && one.file instanceof File;

/** A form of files whose bytes are here: a file that changes on the disk meanwhile would end the call without a word. */
async function formOf(files: readonly ChosenFile[]): Promise<FormData> {
  const form = new FormData();
  const contents = await Promise.all(files.map(({ file }) => file.arrayBuffer())).catch(() => {
    throw new NotSent(templateMessages.unread);
  });
  files.forEach(({ name }, at) => form.append('file', new Blob([contents[at] ?? '']), name));
  return form;
}

/** Documents as files, which is how they are checked. */
const filesOf = (documents: readonly { fileName: string; content: string }[]): ChosenFile[] =>
  documents.map(({ fileName: name, content }) => ({ name, file: new File([content], name, { type: 'text/html' }) }));

/** Most documents in one call, which is answered within 8 s. */
const MOST_AT_ONCE = 10;

/**
 * Examines files; nothing is stored.
 * @param how `renames`: an element that shares an id with a region gets another one; `replaces`: the template whose regions are compared
 */
async function examine(
  client: Client,
  files: readonly ChosenFile[],
  how: { renames: boolean; replaces: string | null },
) {
  requireBounds(files.map(({ file }) => file.size));
  const query = { ...(how.renames && { rename_ids: 'true' }), ...(how.replaces && { replaces: how.replaces }) };
  // Pictures and styles go with their documents.
  const step = files.every(({ name }) => /\.html?$/i.test(name)) ? MOST_AT_ONCE : files.length;
  const found: admin.ExaminedDocument[] = [];
  for (let at = 0; at < files.length; at += step) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- the host examines one piece after the other
    found.push(
      ...(await client.call(admin.examineFiles, { body: await formOf(files.slice(at, at + step)) }, { query })),
    );
  }
  return found;
}

const foundIn = ({ blanks, ids, more }: admin.BlanksReply): FoundBlanks => ({
  blanks: blanks.map(({ own_id: ownId, offered: isOffered, ...blank }) => ({ ...blank, ownId, isOffered })),
  ids,
  hasMore: more,
});

const acts = admin.templateActs;

async function doAct({ client }: Services, act: TemplateAct, all: admin.ManagedTemplates) {
  // The one that the user has seen.
  const version = templateOf(act, all)?.version ?? 0;
  switch (act.kind) {
    case 'takeShipped':
      return client.call(admin.addShipped, {});
    case 'forgetPublishing':
      return client.call(admin.dropPublishing, {});
    case 'move':
      return client.call(acts.move, { id: act.template, body: { before: act.before } });
    case 'command':
      return client.call(acts.command, { id: act.template, body: { pane: act.pane } });
    case 'putBack':
      return client.call(acts['put-back'], { id: act.template, body: { version } });
    default:
      return client.call(acts[act.kind], { id: act.template });
  }
}

export const route = screenRoute(TemplatesScreen, (services) => {
  const { env, client, auth } = services;
  // No JSON, and so not in a chart's context.
  let held: readonly ChosenFile[] = [];
  return templateList.provide({
    actions: {
      /** Passes the pair of Command Docs in the host's answer to every screen. */
      announce: (_, { output }) =>
        auth?.send({ type: 'pair.reported', pair: (output as admin.ManagedTemplates).command_docs }),
    },
    actors: {
      readList: fromPromise(({ signal }) => client.call(admin.listManagedTemplates, {}, { signal })),
      doAct: fromPromise(({ input: { act, data } }) =>
        doAct(services, act as TemplateAct, data as admin.ManagedTemplates),
      ),
      further: templateUploadMachine.provide({
        actors: {
          document: createDocumentFrame(env),
          workshop: templateWorkshopMachine.provide({
            actors: {
              document: createDocumentFrame(env),
              check: fromPromise(({ input: { files, ...how } }) => examine(client, filesOf(files), how)),
              findBlanks: fromPromise(async ({ input: { content } }) =>
                foundIn(await client.call(admin.findBlanks, { body: { content } })),
              ),
            },
            actions: { download: (_, { fileName, html }) => saveFile(fileName, html, 'text/html') },
          }),
          check: fromPromise(({ input }) => examine(client, held, input)),
          publish: fromPromise(({ input }) => {
            if (input === null) throw new Error('There is nothing to publish.');
            const { documents, replaces, forAll: for_all, allowsOutside: allow_outside, kept } = input;
            const [first] = documents;
            if (!replaces || !first)
              return client.call(admin.publishTemplates, { body: { documents, for_all, allow_outside } });
            const { file_name, content } = first;
            return client.call(admin.replaceTemplate, {
              id: replaces.uuid,
              body: {
                version: replaces.version,
                file_name,
                content,
                allow_outside,
                keep_ids: [...kept],
              },
            });
          }),
        },
        actions: {
          holdDocuments: (_, { files }) => {
            held = filesOf(files);
          },
          holdFiles: (_, { files }) => {
            held = files.filter(isChosenFile);
          },
        },
      }),
    },
  });
});
