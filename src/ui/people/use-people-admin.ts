import { type Act, levelText, passwordsText, peopleMessages, questionOf } from '#machines/people/people-acts.ts';
import type { peopleAdminMachine } from '#machines/people/people-admin.machine.ts';
import type { PeopleImportRef } from '#machines/people/people-import.machine.ts';
import { usePages } from '../lists/use-pages.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { tagsOf, useSelected } from '../shared/use-selected.ts';

export type { Act } from '#machines/people/people-acts.ts';
export { levelText };
export type PeopleAdminMachine = typeof peopleAdminMachine;

type Copied = { hasTag(tag: 'copied' | 'uncopied'): boolean };
/** The outcome of the copying; empty before. */
const copiedText = (snapshot: Copied): string =>
  snapshot.hasTag('copied') ? peopleMessages.copied : snapshot.hasTag('uncopied') ? peopleMessages.notCopied : '';

/** The users whom an administrator manages. */
export function usePeopleAdmin(machine: PeopleAdminMachine) {
  const actor = useScreenActor(machine, undefined);
  const pages = usePages(actor);
  const shown = useSelected(actor, (snapshot) => ({
    ...snapshot.context,
    loading: snapshot.hasTag('loading'),
    isAsking: snapshot.hasTag('asking'),
    working: snapshot.hasTag('working'),
    copied: copiedText(snapshot),
    imports: snapshot.children['peopleImport'] as PeopleImportRef,
  }));
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

/** Many people from a file. */
export function usePeopleImport(actor: PeopleImportRef) {
  const shown = useSelected(actor, (snapshot) => {
    const { file, added } = snapshot.context;
    return {
      ...snapshot.context,
      name: file.name,
      passwords: passwordsText(added),
      ...tagsOf(snapshot, 'finding', 'checking', 'importing'),
      canImport: snapshot.can({ type: 'import.confirmed' }),
      copied: copiedText(snapshot),
    };
  });
  return {
    ...shown,
    choose: (name: string, text: string) => actor.send({ type: 'file.chosen', file: { name, text } }),
    sayUnread: () => actor.send({ type: 'file.unread' }),
    confirm: () => actor.send({ type: 'import.confirmed' }),
    drop: () => actor.send({ type: 'import.dropped' }),
    copy: () => actor.send({ type: 'copy.requested' }),
    putAway: () => actor.send({ type: 'secret.dismissed' }),
  };
}

export type PeopleImport = ReturnType<typeof usePeopleImport>;

/** The levels to choose from: 'Reader' up to a maximum, and the user's own. */
export function levelOptions(own: number, most: number): { value: string; label: string }[] {
  const levels = [1, 2, 3].filter((level) => level <= most && level !== own);
  return [...levels, own].sort((a, b) => a - b).map((level) => ({ value: String(level), label: levelText(level) }));
}
