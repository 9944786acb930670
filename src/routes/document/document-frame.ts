import { fromCallback, fromPromise } from 'xstate';
import type { Env } from '#common/config/env.ts';
import { placeOf } from '#document/host/places.ts';
import { printDocument } from '#document/host/print-document.ts';
import { type FitterFor, Stage, type StageCommand } from '#document/host/stage.ts';
import type { FrameMode } from '#document/host/protocol.ts';
import { documentFrameMachine } from '#machines/document/document-frame.machine.ts';
import { type Earlier, liveChangesMachine, type Submission } from '#machines/document/live-changes.machine.ts';

/** Finds the changes by submissions before the first one that a live pane showed, or null. */
export type FindEarlier = (submission: Submission | undefined, signal: AbortSignal) => Promise<Earlier | null>;

/** Parts that only a live pane has. */
export type LiveParts = { readonly findEarlier: FindEarlier; readonly fitterFor: FitterFor };

/**
 * The chart of a document with its frames and its printer.
 * @param env address of frame.html, and the name of the documents' function
 */
export function createDocumentFrame(
  { frameUrl, newAttributesFunction }: Pick<Env, 'frameUrl' | 'newAttributesFunction'>,
  live: LiveParts | null = null,
) {
  const about = { frameOrigin: frameUrl, newAttributesFunction };
  return documentFrameMachine.provide({
    actors: {
      stage: fromCallback<StageCommand, { place: string; mode: FrameMode; isLive: boolean }>(
        ({ input, receive, sendBack }) => {
          const stage = new Stage({ ...input, ...about, fitterFor: live?.fitterFor ?? null }, sendBack);
          receive((command) => stage.execute(command));
          return () => stage.close();
        },
      ),
      liveChanges: liveChangesMachine.provide({
        actors: {
          findEarlier: fromPromise(async ({ input, signal }) => (await live?.findEarlier(input, signal)) ?? null),
        },
      }),
      findLink: fromPromise(async ({ input: { href, ...source } }) => {
        const { hasLink } = await import('#common/document/html/links.ts');
        return hasLink(source, href);
      }),
      printDocument: fromPromise(({ input: { place, ...sheet } }) => {
        const { title = '', foot = null } = placeOf(place) ?? {};
        return printDocument({ ...sheet, ...about, title, foot });
      }),
    },
  });
}
