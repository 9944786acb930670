import { fromPromise } from 'xstate';
import { logoutQuestionMachine } from '#machines/unsaved/logout-question.machine.ts';
import { unsavedListMachine } from '#machines/unsaved/unsaved-list.machine.ts';
import { LogoutQuestion } from '#ui/unsaved/logout-question.tsx';
import { journalsOf } from './journals.ts';
import { screenRoute, type Services } from '../screen-route.ts';

/** The person's documents with unsaved text on this device, and those that were opened last. */
export const unsavedList = (services: Services): typeof unsavedListMachine =>
  unsavedListMachine.provide({
    actors: {
      listUnsaved: fromPromise(async () => {
        const journals = journalsOf(services);
        // The page's memory is there without a disk, too.
        const [documents, recent] = await Promise.all([journals.list().catch(() => []), journals.recent.list()]);
        return { documents, recent };
      }),
    },
  });

/** What is asked before a logout. */
export const logoutQuestion = screenRoute(LogoutQuestion, (services) =>
  logoutQuestionMachine.provide({
    actors: {
      listUnsaved: fromPromise(() => journalsOf(services).list()),
      settleUnsaved: fromPromise(() => journalsOf(services).settle()),
      deleteUnsaved: fromPromise(({ signal }) => journalsOf(services).deleteAll(signal)),
    },
  }),
);
