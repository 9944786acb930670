import { useEffect, useMemo } from 'react';
import type { SuggestionsRef } from '#machines/editor/suggestions.machine.ts';
import { hasCapability, useAuth } from '../../session/use-auth.ts';
import { useDocument } from '../../document/use-document-frame.ts';
import { type Owner, useChild, useSelected } from '../../shared/use-selected.ts';

/**
 * Values used before in the regions of the editor's document: sent to the document when the user types in it, and
 * offered beside a field of the list of regions. Nothing is read at a host that does not announce them.
 * @param owner the editor's actor
 * @param template of the document
 */
export function useSuggestions(owner: Owner, template: string) {
  const isOffered = hasCapability(useAuth().user, 'regions.suggestions');
  const suggestions = useChild(owner, 'suggestions') as SuggestionsRef | undefined;
  const frame = useDocument(owner);
  useEffect(() => {
    if (!isOffered) return undefined;
    const subscriptions = [
      frame?.on('suggestions.wanted', ({ id }) => suggestions?.send({ type: 'suggestions.wanted', template, id })),
      suggestions?.on('suggestions.given', ({ id, values }) => frame?.send({ type: 'suggestions.given', id, values })),
    ];
    return () => subscriptions.forEach((subscription) => subscription?.unsubscribe());
  }, [isOffered, frame, suggestions, template]);
  const senders = useMemo(
    () => ({
      /** The user has typed into a field of the list of regions. */
      type(id: string, text: string) {
        suggestions?.send({ type: 'suggestions.wanted', template, id });
        suggestions?.send({ type: 'text.typed', id, text });
      },
      /** The user requests the values used before in a field. */
      ask(id: string, text: string) {
        suggestions?.send({ type: 'suggestions.wanted', template, id });
        suggestions?.send({ type: 'list.asked', id, text });
      },
      /** Makes a value the current one. */
      reach: (at: number) => suggestions?.send({ type: 'value.reached', at }),
      take: () => suggestions?.send({ type: 'value.taken' }),
      decline: () => suggestions?.send({ type: 'list.declined' }),
      leave() {
        // The screen may unmount after its actors have stopped.
        if (suggestions?.getSnapshot().status === 'active') suggestions.send({ type: 'field.left' });
      },
    }),
    [suggestions, template],
  );
  return {
    /** True if the host offers suggestions. */
    isOffered,
    actor: suggestions,
    ...senders,
  };
}

/** Values for the field in which the user types. */
export const useOffered = ({ actor }: Pick<FieldSuggestions, 'actor'>) =>
  useSelected(actor, (snapshot) => ({
    /** The known values, and the field beside which they are offered; null if none are. */
    offered: snapshot?.hasTag('offered') ? snapshot.context : null,
    /** True if the list was requested by a key. */
    isAsked: snapshot?.hasTag('asked') ?? false,
    isRead: snapshot?.hasTag('read') ?? false,
  }));

/** The list beside a field, as its view receives it. */
export type FieldSuggestions = ReturnType<typeof useSuggestions>;
