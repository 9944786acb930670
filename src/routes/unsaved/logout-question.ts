import { fromPromise } from 'xstate';
import { logoutQuestionMachine } from '#machines/unsaved/logout-question.machine.ts';
import { LogoutQuestion } from '#ui/unsaved/logout-question.tsx';
import { unsavedStoreOf } from './unsaved-store.ts';
import { screenRoute } from '../screen-route.ts';

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
