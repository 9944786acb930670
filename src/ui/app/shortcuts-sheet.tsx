import { Dialog, CloseAction } from '#ui/primitives/overlays/dialog.tsx';
import styles from './shortcuts-sheet.module.css';

const COMMAND = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';

type Shortcut = { readonly does: string; readonly keys: readonly string[] };

const GROUPS: readonly { title: string; shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'In a document that you edit',
    shortcuts: [
      { does: 'Save', keys: [COMMAND, 'S'] },
      { does: 'Submit to Dashboard', keys: [COMMAND, 'Enter'] },
      { does: 'Next field', keys: ['Tab'] },
      { does: 'Previous field', keys: ['Shift', 'Tab'] },
      { does: 'Next empty field', keys: ['F8'] },
      { does: 'Previous empty field', keys: ['Shift', 'F8'] },
      { does: 'Next required field that is empty', keys: [COMMAND, 'F8'] },
      { does: 'Insert the time', keys: ['Ctrl', ';'] },
      { does: 'Insert date and time', keys: ['Ctrl', 'Shift', ';'] },
      { does: 'Open the choices of a field, or what was used in it before', keys: ['Alt', '↓'] },
      { does: 'In a table: next row', keys: ['Enter'] },
      { does: 'In a table: new line', keys: ['Shift', 'Enter'] },
      { does: 'Leave the document', keys: ['Esc', 'Tab'] },
      { does: 'Switch between Document and Attributes', keys: ['F2'] },
    ],
  },
  {
    title: 'On a live dashboard',
    shortcuts: [
      { does: 'Wall mode, on the whole screen', keys: ['F'] },
      { does: 'Leave wall mode', keys: ['Esc'] },
    ],
  },
  {
    title: 'In an archive that you view',
    shortcuts: [
      { does: 'Previous archive of the list', keys: ['←'] },
      { does: 'Next archive of the list', keys: ['→'] },
    ],
  },
  {
    title: 'Everywhere',
    shortcuts: [
      { does: 'Search: go to a document, a page or a field', keys: [COMMAND, 'K'] },
      { does: 'Print', keys: [COMMAND, 'P'] },
      { does: 'In a document: history of the field, where records are kept', keys: ['Shift', 'F2'] },
      { does: 'Close', keys: ['Esc'] },
      { does: 'Show shortcuts', keys: ['?'] },
      { does: 'Show shortcuts while you type', keys: [COMMAND, '/'] },
    ],
  },
];

type ShortcutsSheetProps = { readonly open: boolean; readonly onClose: () => void };

/** The '?' sheet: the keyboard shortcuts. */
export function ShortcutsSheet({ open, onClose }: ShortcutsSheetProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      {GROUPS.map(({ title, shortcuts }) => (
        <section key={title}>
          <h3 className={styles.title}>{title}</h3>
          <dl>
            {shortcuts.map(({ does, keys }) => (
              <div key={does} className={styles.row}>
                <dt>{does}</dt>
                <dd>
                  {keys.map((key, at) => (
                    <span key={key}>
                      {at > 0 && ' + '}
                      <kbd>{key}</kbd>
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <CloseAction onClose={onClose} />
    </Dialog>
  );
}
