import { fromPromise } from 'xstate';
import { unsavedListMachine } from '#machines/unsaved/unsaved-list.machine.ts';
import { unsavedStoreOf } from './unsaved-store.ts';
import type { Services } from '../screen-route.ts';

/** The user's documents with unsaved text on this device, and those opened last. */
export const unsavedList = (services: Services): typeof unsavedListMachine =>
  unsavedListMachine.provide({
    actors: {
      listUnsaved: fromPromise(async () => {
        const store = unsavedStoreOf(services);
        // The page's memory works without a disk, too.
        const [documents, recent] = await Promise.all([store.list().catch(() => []), store.recent.list()]);
        return { documents, recent };
      }),
    },
  });
