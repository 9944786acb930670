import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { ShortcutsProvider } from '#ui/shared/shortcuts-context.ts';
import { keyOf } from '#ui/shared/keys.ts';

// The dialog's library is not part of the first page.
const ShortcutsSheet = lazy(async () => ({ default: (await import('./shortcuts-sheet.tsx')).ShortcutsSheet }));

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

/** True if a key opens the sheet: '?' outside of text fields, and Ctrl+/ (on a Mac also ⌘/) everywhere, in a document too. */
function asksForHelp(event: KeyboardEvent): boolean {
  if (event.altKey || event.defaultPrevented) return false;
  if (event.ctrlKey || event.metaKey) return keyOf(event) === '/';
  return event.key === '?' && !isTyping(event.target);
}

/** Opens the sheet of keyboard shortcuts for the screens inside it. */
export function Shortcuts({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const open = useCallback(() => {
    setWasOpen(true);
    setOpen(true);
  }, []);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      // An open dialog keeps the keyboard to itself.
      if (!asksForHelp(event) || document.querySelector('[role=dialog], [role=alertdialog]')) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [open]);
  return (
    <ShortcutsProvider value={open}>
      {children}
      {wasOpen && (
        <Suspense fallback={null}>
          <ShortcutsSheet open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </ShortcutsProvider>
  );
}
