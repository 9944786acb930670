import { fromPromise } from 'xstate';
import { logoutQuestionMachine } from '#machines/logout-question.machine.ts';
import { unsavedListMachine } from '#machines/unsaved-list.machine.ts';
import { LogoutQuestion } from '#ui/screens/shared/logout-question.tsx';
import { journalsOf } from './journals.ts';
import { screenRoute, type Services } from './screen-route.ts';

/** The person's documents with unsaved text on this device. */
export const unsavedList = (services: Services): typeof unsavedListMachine =>
  unsavedListMachine.provide({ actors: { listUnsaved: fromPromise(() => journalsOf(services).list()) } });

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
