import { type DisplayAct, type DisplayLists, NO_DISPLAYS } from '#machines/displays/display-acts.ts';
import type { ManagedList } from '#machines/shared/managed-list.ts';
import { useManagedList } from '../shared/use-managed-list.ts';

export type DisplayAdminMachine = ManagedList<DisplayLists, DisplayAct>;

/** The displays of the organization. */
export function useDisplayAdmin(machine: DisplayAdminMachine) {
  const { data, act, working, isAsking, request, ...list } = useManagedList(machine);
  const { displays, boards } = data ?? NO_DISPLAYS;
  const isEnding = act?.kind === 'end' && working;
  return {
    ...list,
    displays,
    boards,
    /** The display of the last act. */
    asked: act !== null && 'display' in act ? act.display : null,
    endedName: act?.kind === 'end' ? act.name : '',
    pairing: act?.kind === 'add' && working,
    updating: act?.kind === 'change' && working,
    asksToEnd: isAsking || isEnding,
    ending: isEnding,
    pair: (form: { code: string; name: string; board: string }) => request({ kind: 'add', ...form }),
    update: (display: string, change: { name: string; board: string }) =>
      request({ kind: 'change', display, ...change }),
    askToEnd: (display: string, name: string) => request({ kind: 'end', display, name }),
  };
}

export type DisplayAdmin = ReturnType<typeof useDisplayAdmin>;
