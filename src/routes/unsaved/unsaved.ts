import { fromPromise } from 'xstate';
import { logoutQuestionMachine } from '#machines/unsaved/logout-question.machine.ts';
import { unsavedListMachine } from '#machines/unsaved/unsaved-list.machine.ts';
import { LogoutQuestion } from '#ui/unsaved/logout-question.tsx';
import { journalsOf } from './journals.ts';
import { screenRoute, type Services } from '../screen-route.ts';

/** The user's documents with unsaved text on this device, and those opened last. */
export const unsavedList = (services: Services): typeof unsavedListMachine =>
  unsavedListMachine.provide({
    actors: {
      listUnsaved: fromPromise(async () => {
        const journals = journalsOf(services);
        // The page's memory works without a disk, too.
        const [documents, recent] = await Promise.all([journals.list().catch(() => []), journals.recent.list()]);
        return { documents, recent };
      }),
    },
  });

/** The question before a logout. */
export const logoutQuestion = screenRoute(LogoutQuestion, (services) =>
  logoutQuestionMachine.provide({
    actors: {
      listUnsaved: fromPromise(() => journalsOf(services).list()),
      settleUnsaved: fromPromise(() => journalsOf(services).settle()),
      deleteUnsaved: fromPromise(({ signal }) => journalsOf(services).deleteAll(signal)),
    },
  }),
);
