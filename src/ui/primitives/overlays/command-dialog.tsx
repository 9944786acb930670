import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import * as RadixDialog from '@radix-ui/react-dialog';
import { Command } from 'cmdk';
import { type LucideIcon, Search } from 'lucide-react';
import dialog from './dialog.module.css';
import { useFocusReturn } from '../use-focus-return.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import styles from './command-dialog.module.css';

/** An entry of the list. `key` is unique. */
export interface CommandEntry {
  readonly key: string;
  readonly label: string;
  /** Its kind, in words, or its parent's name; '' if its heading is enough. */
  readonly hint: string;
  /** The heading above it. Entries with the same one are neighbours. */
  readonly heading: string;
  /** The line in which it is. Neighbours of one line are different acts with one thing. */
  readonly line: string;
  /** Its act, in a line with others. */
  readonly act?: string;
  /** The kind that determines its icon. */
  readonly kind: string;
}

export interface CommandDialogProps<E extends CommandEntry> {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called after the window has closed. @returns true if what it does takes the focus; else the focus goes back to where it was */
  readonly onClosed: () => boolean;
  readonly title: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Entries that match the text, the best first; already limited in number. */
  readonly entries: readonly E[];
  readonly icons: Readonly<Record<E['kind'], LucideIcon>>;
  /** Enter or a press on an entry. Close the window; do the rest in `onClosed`. */
  readonly onPick: (entry: E) => void;
  /** Enter while there is no entry yet. */
  readonly onEarlyPick: () => void;
  /** True if Enter was pressed early, and is due now: `onPick` follows, or `onMissedPick` if there is still no entry. */
  readonly isPickDue: boolean;
  readonly onMissedPick: () => void;
  /** Messages under the list. */
  readonly children?: ReactNode;
}

/**
 * A modal field with a list of matches: the arrows choose, Enter takes. The caller finds the matches. The first entry is chosen until the user
 * chooses another one, also when better ones come later.
 */
export function CommandDialog<E extends CommandEntry>(props: CommandDialogProps<E>) {
  const { open, onClose, onClosed, title } = props;
  const giveBackFocus = useFocusReturn(open);
  return (
    <RadixDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={dialog.backdrop} />
        <RadixDialog.Content
          aria-describedby={undefined}
          className={styles.window}
          onCloseAutoFocus={(event) => giveBackFocus(event, onClosed())}
        >
          <RadixDialog.Title asChild>
            <VisuallyHidden>{title}</VisuallyHidden>
          </RadixDialog.Title>
          <CommandList {...props} />
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

function CommandList<E extends CommandEntry>({
  onClose,
  title,
  placeholder,
  text,
  onText,
  entries,
  icons,
  onPick,
  onEarlyPick,
  isPickDue,
  onMissedPick,
  children,
}: CommandDialogProps<E>) {
  const [moved, setMoved] = useState<string | null>(null);
  const chosen = entries.find(({ key }) => key === moved) ?? entries[0];

  useEffect(() => {
    if (isPickDue && chosen) onPick(chosen);
    else if (isPickDue) onMissedPick();
  });

  // The key that has opened the window also closes it.
  const press = (event: KeyboardEvent): void => {
    const isTaken = event.target instanceof HTMLInputElement && !event.nativeEvent.isComposing;
    if (event.key === 'Enter' && isTaken && !chosen) onEarlyPick();
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    onClose();
  };

  return (
    <Command
      label={title}
      shouldFilter={false}
      vimBindings={false}
      loop
      value={chosen?.key ?? ''}
      onValueChange={(key) => setMoved(key === entries[0]?.key ? null : key)}
      className={styles.command}
      onKeyDown={press}
    >
      <div className={styles.field}>
        <Search aria-hidden />
        <Command.Input
          dir="auto"
          value={text}
          placeholder={placeholder}
          className={styles.input}
          onValueChange={(next) => {
            setMoved(null);
            onText(next);
          }}
        />
      </div>
      <Command.List label="Results" className={styles.list}>
        {parted(entries, ({ heading }) => heading).map((group) => (
          <Command.Group key={group[0].heading} heading={group[0].heading}>
            {parted(group, ({ line }) => line).map((line) => (
              <Line key={line[0].line} entries={line} icons={icons} onPick={onPick} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
      <div className={styles.messages}>{children}</div>
    </Command>
  );
}

type Some<E> = readonly [E, ...E[]];

/** Neighbours with the same mark, together. */
function parted<E>(entries: readonly E[], markOf: (entry: E) => string): Some<E>[] {
  const parts: [E, ...E[]][] = [];
  for (const entry of entries) {
    const last = parts.at(-1);
    if (last && markOf(last[0]) === markOf(entry)) last.push(entry);
    else parts.push([entry]);
  }
  return parts;
}

type LineProps<E extends CommandEntry> = Pick<CommandDialogProps<E>, 'icons' | 'onPick'> & {
  readonly entries: Some<E>;
};

/** One entry, or a thing with its acts, which have its name as well for those who do not see the line. A press on the thing takes its first act. */
function Line<E extends CommandEntry>({ entries, icons, onPick }: LineProps<E>) {
  const [{ kind, label, hint, act }] = entries;
  const Icon: LucideIcon = icons[kind as E['kind']];
  if (act === undefined)
    return (
      <Command.Item value={entries[0].key} className={styles.item} onSelect={() => onPick(entries[0])}>
        <Icon aria-hidden />
        <span className={styles.words}>
          <bdi className={styles.label}>{label}</bdi>
          {hint !== '' && <bdi className={styles.hint}>{hint}</bdi>}
        </span>
      </Command.Item>
    );
  return (
    <div className={styles.item}>
      <Icon aria-hidden />
      <span className={styles.words}>
        <bdi aria-hidden className={styles.label} onClick={() => onPick(entries[0])}>
          {label}
        </bdi>
        <span className={styles.acts}>
          {entries.map((entry) => (
            <Command.Item
              key={entry.key}
              value={entry.key}
              aria-label={`${entry.act}: ${label}`}
              className={styles.act}
              onSelect={() => onPick(entry)}
            >
              {entry.act}
            </Command.Item>
          ))}
        </span>
      </span>
    </div>
  );
}
