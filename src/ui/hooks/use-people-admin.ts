import { type Act, levelText, peopleMessages, questionOf } from '#machines/people-acts.ts';
import type { peopleAdminMachine } from '#machines/people-admin.machine.ts';
import { usePages } from './use-pages.ts';
import { useScreenActor } from './use-screen-actor.ts';
import { useSelected } from './use-selected.ts';

export type { Act, PersonFields } from '#machines/people-acts.ts';
export { levelText };
export type PeopleAdminMachine = typeof peopleAdminMachine;

/** The people whom an administrator administers. */
export function usePeopleAdmin(machine: PeopleAdminMachine) {
  const actor = useScreenActor(machine, undefined);
  const pages = usePages(actor);
  const shown = useSelected(actor, (snapshot) => {
    const { people, listMessage, roles, organizations, act, problem, message, success, handed, added } =
      snapshot.context;
    return {
      people,
      listMessage,
      roles,
      organizations,
      act,
      problem,
      message,
      success,
      handed,
      added,
      loading: snapshot.hasTag('loading'),
      isAsking: snapshot.hasTag('asking'),
      working: snapshot.hasTag('working'),
      copied: snapshot.hasTag('copied')
        ? peopleMessages.copied
        : snapshot.hasTag('uncopied')
          ? peopleMessages.notCopied
          : '',
    };
  });
  const { act, people, organizations } = shown;
  const person = act && act.kind !== 'add' ? (people.find(({ uuid }) => uuid === act.person) ?? null) : null;
  return {
    ...shown,
    pages,
    question: act && questionOf(act, person, organizations),
    retry: () => actor.send({ type: 'retry.requested' }),
    request: (wanted: Act) => actor.send({ type: 'act.requested', act: wanted }),
    confirm: () => actor.send({ type: 'act.confirmed' }),
    cancel: () => actor.send({ type: 'dialog.cancelled' }),
    copy: () => actor.send({ type: 'copy.requested' }),
    putAway: () => actor.send({ type: 'secret.dismissed' }),
  };
}

export type PeopleAdmin = ReturnType<typeof usePeopleAdmin>;

/** The levels that can be chosen: from 'Reader' on up to one, and the one that a person has. */
export function levelOptions(own: number, most: number): { value: string; label: string }[] {
  const levels = [1, 2, 3].filter((level) => level <= most && level !== own);
  return [...levels, own].sort((a, b) => a - b).map((level) => ({ value: String(level), label: levelText(level) }));
}
