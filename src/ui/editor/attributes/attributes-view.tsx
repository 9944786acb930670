import {
  type ComponentType,
  lazy,
  type RefObject,
  Suspense,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
} from 'react';
import { folded } from '#common/document/text/folded.ts';
import { type Editor, useValues } from '#ui/editor/use-editor.ts';
import { listRegions, type ListedRegion, useRegionControls } from '#ui/editor/attributes/use-region-list.ts';
import { Field } from '#ui/primitives/forms/field.tsx';
import { TextInput } from '#ui/primitives/forms/inputs.tsx';
import { EmptyState } from '#ui/primitives/feedback/empty-state.tsx';
import { AttributeRow } from './attribute-row.tsx';
import { changedByText } from '../their-texts.ts';
import type { SuggestionListProps } from './suggestion-list.tsx';
import styles from '../editor.module.css';

/** Loaded after the list. Without the module, as without a network, nothing is offered. */
const SuggestionList = lazy<ComponentType<SuggestionListProps>>(() =>
  import('./suggestion-list.tsx').then(
    (module) => ({ default: module.SuggestionList }),
    () => ({ default: () => null }),
  ),
);

/** Above this many regions, only the visible ones are rendered. */
const MOST_AT_ONCE = 200;
const LIST = 'Fields';
const MOST_LINES = 6;
const LINES_OF_MANY = 2;

/** The editor's Attributes view (`s2.editor.attributes-view`): each region's name, id and content; edits show in the document at once. */
export function AttributesView({ editor }: { editor: Editor }) {
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(folded(search).trim());
  const controls = useRegionControls(editor.openedHtml);
  const place = useRef<HTMLDivElement>(null);
  useHandedKeyboard(place);
  useWantedRegion(editor, place, setSearch);

  const all = listRegions({ ...editor, ...useValues(editor) });
  if (all.length === 0) return <EmptyState message="No editable elements with IDs found in the form." />;
  const isUnread = ({ id }: ListedRegion): boolean => editor.unreadable.includes(id);
  const shown = wanted === '' ? all : all.filter((region) => isUnread(region) || isFound(region, wanted));
  const isLong = all.length > MOST_AT_ONCE;
  const theirs = new Map(editor.theirChanges.changes.map((change) => [change.id, changedByText(change)]));
  const row = (region: ListedRegion) => (
    <AttributeRow
      {...region}
      control={controls.get(region.id)}
      isReading={editor.isReading}
      theirs={theirs.get(region.id)}
      isUnreadable={isUnread(region)}
      lines={isLong ? LINES_OF_MANY : Math.min(MOST_LINES, region.value.split('\n').length)}
      onReach={editor.reachAttribute}
      onEdit={editor.editAttribute}
      onUnreadable={editor.keepUnreadable}
      onPasteUrl={editor.pasteUrl}
    />
  );
  return (
    <div ref={place} className={styles.attributes}>
      <div className={styles.sought}>
        <Field label="Search fields" hint="Attributes: the same document as a list of fields.">
          <TextInput
            type="search"
            value={search}
            autoComplete="off"
            onChange={(event) => setSearch(event.target.value)}
          />
        </Field>
        <p role="status">{`${shown.length} of ${all.length} fields`}</p>
      </div>
      {isLong ? (
        <WindowedList label={LIST} items={shown} keyOf={({ id }) => id} render={row} isKept={isUnread} />
      ) : (
        <ul aria-label={LIST} className={styles.attributeList}>
          {shown.map((region) => (
            <li key={region.id} data-region={region.id}>
              {row(region)}
            </li>
          ))}
        </ul>
      )}
      {!editor.isReading && (
        <Suspense fallback={null}>
          <SuggestionList place={place} suggestions={editor.suggestions} />
        </Suspense>
      )}
    </div>
  );
}

/**
 * Moves the keyboard focus with the view: a hidden document would still receive typed text, and the focused field
 * disappears with the list. Not on touch, where focus would open a screen keyboard.
 */
function useHandedKeyboard(place: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const list = place.current;
    const frame = document.querySelector<HTMLElement>('main iframe:not([aria-hidden])');
    if (frame && frame === document.activeElement && window.matchMedia('(pointer: fine)').matches)
      list?.querySelector('input')?.focus();
    return () => {
      if (!list?.contains(document.activeElement)) return;
      // The document becomes visible a moment later; in Firefox, after the next layout.
      queueMicrotask(() => frame?.focus());
      requestAnimationFrame(() => frame?.focus());
    };
  }, [place]);
}

/**
 * Focuses the field of a region that the user goes to. In a long list it is searched for first: only visible rows are
 * rendered.
 */
function useWantedRegion(
  { wanted, reportFocused }: Pick<Editor, 'wanted' | 'reportFocused'>,
  place: RefObject<HTMLDivElement | null>,
  search: (text: string) => void,
): void {
  useLayoutEffect(() => {
    if (wanted === null) return;
    const row = place.current?.querySelector(`[data-region="${CSS.escape(wanted)}"]`);
    if (!row) search(wanted);
    row?.querySelector<HTMLElement>('input, textarea, select')?.focus();
    reportFocused();
  }, [wanted, reportFocused, place, search]);
}

function isFound({ id, name, value }: ListedRegion, wanted: string): boolean {
  return [name, id, value].some((text) => folded(text).includes(wanted));
}

/** Rows rendered beyond the visible ones, on each side. */
const MARGIN = 6;

type WindowedListProps<T> = {
  readonly label: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** True for a row that stays while it is out of sight: its field holds what nothing else does. */
  readonly isKept?: (item: T) => boolean;
  readonly render: (item: T) => ReactNode;
};

/**
 * A list of rows of one height (`--row`, `editor.module.css`). Only the visible ones are rendered, and the focused
 * one with its neighbours: text that is being typed stays, and Tab finds the next row.
 */
function WindowedList<T>({ label, items, keyOf, isKept, render }: WindowedListProps<T>) {
  const scroller = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState({ from: 0, to: 2 * MARGIN });
  const [focused, setFocused] = useState<string | null>(null);

  const measure = (): void => {
    const { current } = scroller;
    const row = current?.querySelector('li')?.getBoundingClientRect().height ?? 0;
    if (!current || row === 0) return;
    const from = Math.max(0, Math.floor(current.scrollTop / row) - MARGIN);
    const to = Math.ceil((current.scrollTop + current.clientHeight) / row) + MARGIN;
    setRange((before) => (before.from === from && before.to === to ? before : { from, to }));
  };
  useLayoutEffect(measure, [items.length]);
  useEffect(() => {
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);

  const follow = (to: Element | null): void => setFocused(to?.closest('li')?.getAttribute('data-key') ?? null);
  const at = items.findIndex((item) => keyOf(item) === focused);
  const isShown = (index: number): boolean =>
    (index >= range.from && index < range.to) || (at >= 0 && Math.abs(index - at) <= 1);

  return (
    <div
      ref={scroller}
      className={styles.scroller}
      onScroll={measure}
      onFocus={({ target }) => follow(target)}
      // Keeps the row that the focus moves to, and this one while only the window has lost the focus.
      onBlur={({ relatedTarget }) => follow(relatedTarget ?? document.activeElement)}
    >
      <ul aria-label={label} className={styles.windowed} style={{ '--rows': items.length } as CSSProperties}>
        {items.flatMap((item, index) =>
          isShown(index) || isKept?.(item) === true
            ? [
                <li
                  key={keyOf(item)}
                  aria-posinset={index + 1}
                  aria-setsize={items.length}
                  style={{ '--at': index } as CSSProperties}
                  data-key={keyOf(item)}
                >
                  {render(item)}
                </li>,
              ]
            : [],
        )}
      </ul>
    </div>
  );
}
