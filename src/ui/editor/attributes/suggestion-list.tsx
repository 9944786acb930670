import { type CSSProperties, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { NO_MOMENT } from '#common/document/regions/region-types.ts';
import { suggestionsFor } from '#common/document/regions/suggestions.ts';
import { type FieldSuggestions, useOffered } from '#ui/editor/attributes/use-suggestions.ts';
import { VisuallyHidden } from '#ui/primitives/layout/visually-hidden.tsx';
import { pressMoment } from './insert-moment.ts';
import { insertText, type TextField } from './insert-text.ts';
import styles from './suggestion-list.module.css';

export type SuggestionListProps = {
  /** The element of the list of regions. */
  readonly place: RefObject<HTMLElement | null>;
  readonly suggestions: FieldSuggestions;
};

/** Maximum number of suggestions on a touch screen, where the list must leave room. */
const MOST_TOUCHED = 4;
const NOTHING = 'Nothing to offer here.';
/** Minimum width of the list in pixels, if the field is that wide. */
const LEAST_WIDTH = 240;

/** The field of text in a row of the list that an event comes from, and its region's id. */
function fieldOf({ target }: Event): { field: TextField; id: string } | null {
  const isText =
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && /^(text|search)$/.test(target.type) && target.dataset['type'] === undefined);
  if (!isText || target.readOnly || target.disabled) return null;
  const { region, key } = target.closest('li')?.dataset ?? {};
  const id = region ?? key;
  return id === undefined ? null : { field: target, id };
}

function optionsOf({ offered, isAsked }: ReturnType<typeof useOffered>): string[] {
  if (!offered) return [];
  const { field, regions } = offered;
  return suggestionsFor(regions.find(({ id }) => id === field.id)?.values ?? [], field.text, isAsked);
}

/**
 * Values used before, beside the field in which the user types, and the key of the time. The keyboard stays in the
 * field, which accepts any text: Enter takes a value only if one is current, and Tab takes none.
 */
export function SuggestionList({ place, suggestions }: SuggestionListProps) {
  const id = useId();
  const field = useRef<TextField | HTMLSelectElement | null>(null);
  const [isUnfit, setUnfit] = useState(false);
  const isTaking = useRef(false);
  const isTouched = window.matchMedia('(pointer: coarse)').matches;
  const shown = { ...suggestions, ...useOffered(suggestions) };
  const all = optionsOf(shown);
  const options = isTouched ? all.slice(0, MOST_TOUCHED) : all;
  const at = Math.min(shown.offered?.at ?? -1, options.length - 1);
  const take = (value: string): void => {
    suggestions.take();
    // Taking a value offers no other.
    isTaking.current = true;
    if (field.current && 'select' in field.current) {
      field.current.select();
      insertText(field.current, value);
    }
    isTaking.current = false;
  };

  const latest = useRef({ ...shown, options, at, takeValue: take });
  useLayoutEffect(() => {
    latest.current = { ...shown, options, at, takeValue: take };
  });
  // Waits until the list of regions, of which this is a part, is in the page.
  useEffect(() => {
    const list = place.current;
    const typed = (event: Event): void => {
      setUnfit(false);
      const found = isTaking.current || !latest.current.isOffered ? null : fieldOf(event);
      const { isComposing = false, inputType = '' } = event as Partial<InputEvent>;
      if (!found || isComposing || /^(history|insertFrom)/.test(inputType)) return;
      field.current = found.field;
      latest.current.type(found.id, found.field.value);
    };
    const pressed = (event: KeyboardEvent): void => {
      const unfit = pressMoment(event);
      setUnfit(Boolean(unfit));
      if (unfit) field.current = unfit;
      const found = unfit === undefined && latest.current.isOffered ? fieldOf(event) : null;
      if (!found || event.isComposing) return;
      field.current = found.field;
      if (!press(event, found, latest.current)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const left = (): void => {
      setUnfit(false);
      latest.current.leave();
    };
    const listening = new AbortController();
    const { signal } = listening;
    list?.addEventListener('input', typed, { signal });
    list?.addEventListener('compositionend', typed, { signal });
    list?.addEventListener('keydown', pressed, { signal, capture: true });
    list?.addEventListener('focusout', left, { signal });
    return () => {
      left();
      listening.abort();
    };
  }, [place]);

  const isOpen = options.length > 0;
  const isNothing = !isOpen && shown.offered !== null && shown.isAsked && shown.isRead;
  const words = isUnfit ? NO_MOMENT : isNothing ? NOTHING : '';
  const own = useRef<HTMLDivElement>(null);
  const style = useBeside(own, field, place, words === '' ? options.length : 1);
  useLayoutEffect(() => {
    const typedIn = field.current;
    if (!isOpen || !typedIn) return undefined;
    typedIn.setAttribute('aria-autocomplete', 'list');
    typedIn.setAttribute('aria-controls', id);
    if (at >= 0) typedIn.setAttribute('aria-activedescendant', `${id}-${at}`);
    return () => {
      for (const name of ['autocomplete', 'controls', 'activedescendant']) typedIn.removeAttribute(`aria-${name}`);
    };
  }, [id, isOpen, at]);
  return (
    <>
      <VisuallyHidden role="status">
        {isOpen ? `${options.length} used before: Alt and down arrow` : words}
      </VisuallyHidden>
      {words !== '' && (
        <div ref={own} className={`${styles.list} ${styles.nothing}`} style={style} aria-hidden>
          {words}
        </div>
      )}
      {isOpen && (
        <div ref={own} id={id} role="listbox" aria-label="Used before" className={styles.list} style={style}>
          {options.map((option, index) => (
            <button
              key={option}
              type="button"
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              dir="auto"
              className={styles.option}
              // The focus stays in the field.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(option)}
            >
              {option}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

type OpenList = FieldSuggestions & {
  readonly isAsked: boolean;
  readonly options: readonly string[];
  readonly at: number;
  readonly takeValue: (value: string) => void;
};

/** Applies a key to the list. @returns true if the key was for the list */
function press(
  { key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent,
  { field, id }: { field: TextField; id: string },
  list: OpenList,
): boolean {
  const { options, at } = list;
  if (ctrlKey || metaKey || shiftKey) return false;
  const count = options.length;
  const value = options[at];
  if (key === 'ArrowDown' && altKey && count === 0) list.ask(id, field.value);
  else if (key === 'Escape' && (count > 0 || list.isAsked)) list.decline();
  else if (count === 0) return false;
  else if (key === 'ArrowDown') list.reach((at + 1) % count);
  else if (key === 'ArrowUp' && at >= 0) list.reach((at - 1 + count) % count);
  else if (key === 'Enter' && value !== undefined) list.takeValue(value);
  else return false;
  return true;
}

type Element = RefObject<HTMLElement | null>;

/** Places the list below the field, or above it if there is more room. @param count of the suggestions */
function useBeside(list: Element, field: Element, place: Element, count: number): CSSProperties {
  const [style, setStyle] = useState<CSSProperties>({});
  useLayoutEffect(() => {
    if (count === 0) return undefined;
    const put = (): void => {
      const [own, around] = [field.current, place.current].map((element) => element?.getBoundingClientRect());
      if (!own || !around) return;
      const height = list.current?.offsetHeight ?? 0;
      const below = window.innerHeight - own.bottom;
      const top = below < height && own.top > below ? own.top - height : own.bottom;
      // Starts at the side on which the field's text begins: the page itself is left to right.
      const isFromRight = field.current !== null && getComputedStyle(field.current).direction === 'rtl';
      setStyle({
        insetBlockStart: top - around.top,
        ...(isFromRight ? { right: around.right - own.right } : { left: own.left - around.left }),
        minInlineSize: Math.min(own.width, LEAST_WIDTH),
      });
    };
    put();
    window.addEventListener('scroll', put, true);
    window.addEventListener('resize', put);
    return () => {
      window.removeEventListener('scroll', put, true);
      window.removeEventListener('resize', put);
    };
  }, [list, field, place, count]);
  return style;
}
