import { fromPromise } from 'xstate';
import { logoutQuestionMachine } from '#machines/unsaved/logout-question.machine.ts';
import { unsavedListMachine } from '#machines/unsaved/unsaved-list.machine.ts';
import { LogoutQuestion } from '#ui/unsaved/logout-question.tsx';
import { unsavedStoreOf } from './unsaved-store.ts';
import { screenRoute, type Services } from '../screen-route.ts';

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

/** The question before a logout. */
export const logoutQuestion = screenRoute(LogoutQuestion, (services) =>
  logoutQuestionMachine.provide({
    actors: {
      listUnsaved: fromPromise(() => unsavedStoreOf(services).list()),
      settleUnsaved: fromPromise(() => unsavedStoreOf(services).writeAll()),
      deleteUnsaved: fromPromise(({ signal }) => unsavedStoreOf(services).removeAll(signal)),
    },
  }),
);
