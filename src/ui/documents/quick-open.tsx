import {
  AppWindow,
  FileText,
  LayoutPanelLeft,
  LayoutTemplate,
  type LucideIcon,
  MonitorPlay,
  TextCursorInput,
} from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { keepTyped, untakenText } from '#document/host/typed-on-page.ts';
import { screens } from '#common/config/paths.ts';
import { isReader, mayOpen, useAuth, useCommandDocs } from '#ui/session/use-auth.ts';
import { type QuickOpenMachine, useQuickOpen } from '#ui/documents/use-quick-open.ts';
import { BannerSlot } from '#ui/primitives/feedback/banner.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { CommandDialog } from '#ui/primitives/overlays/command-dialog.tsx';
import { Untaken } from '../shared/dismissible.tsx';
import { addressOf, ways } from '../app/ways.ts';
import { entriesFor, entriesOf, type Entry, type EntryKind } from './entries.ts';

const ICONS: Readonly<Record<EntryKind, LucideIcon>> = {
  screen: AppWindow,
  template: LayoutTemplate,
  live: MonitorPlay,
  wip: FileText,
  board: LayoutPanelLeft,
  region: TextCursorInput,
};

/** The screens to which this user has links. */
const screensOf = (user: ReturnType<typeof useAuth>['user']) =>
  ways
    .flatMap(([, links]) => links.flatMap(({ tab, ...way }) => [way, ...(tab ? [tab] : [])]))
    .filter(({ screen }) => mayOpen(user, screens[screen]))
    .map(({ screen, name }) => ({ name, to: addressOf(screen) }));

/** Quick open (ADR 47): any screen, template, WIP, board, or region of the open document, by its name. */
export function QuickOpen({ machine }: { machine: QuickOpenMachine }) {
  const quick = useQuickOpen(machine);
  const [left, right] = useCommandDocs();
  const { user } = useAuth();
  const { templates, wips, boards, recent, regions, text } = quick;
  const { pathname: here } = useLocation();
  const all = useMemo(
    () =>
      entriesOf({
        templates,
        wips,
        boards,
        recent,
        here,
        regions,
        screens: screensOf(user),
        command: [left, right],
        isReader: isReader(user),
      }),
    [templates, wips, boards, recent, here, regions, user, left, right],
  );
  const isPicking = quick.take !== null;
  const entries = useMemo(
    () => entriesFor(isPicking ? all.filter(({ wip }) => wip !== undefined) : all, text),
    [all, text, isPicking],
  );
  const picked = useRef<Entry | null>(null);
  const [untaken, setUntaken] = useState('');
  useEffect(() => void (untakenText.report = setUntaken), []);

  return (
    <>
      {untaken !== '' && (
        <BannerSlot placement="toast" alert={<Untaken text={untaken} onDismiss={() => setUntaken('')} />} />
      )}
      <CommandDialog
        open={quick.isOpen}
        onClose={quick.close}
        onClosed={() => {
          const { current } = picked;
          picked.current = null;
          if (current?.wip !== undefined && quick.take) quick.take(current.wip);
          else if (current?.kind === 'region') quick.goToRegion(current.to);
          else if (current) quick.follow(current.to);
          return current !== null && !quick.take && current.to !== here;
        }}
        title={isPicking ? 'Fill from another document' : 'Search'}
        placeholder={isPicking ? 'Which document to fill from?' : 'Go to a document, a page or a field'}
        text={text}
        onText={quick.type}
        entries={entries}
        icons={ICONS}
        onEarlyPick={quick.pickLater}
        isPickDue={quick.isPickDue}
        onMissedPick={quick.missPick}
        onPick={(entry) => {
          picked.current = entry;
          if (entry.wip === undefined || !quick.take) keepTyped();
          quick.close();
        }}
      >
        <Messages quick={quick} found={entries.length} />
      </CommandDialog>
    </>
  );
}

/** Number of results, and failed reads. */
function Messages({ quick, found }: { readonly quick: ReturnType<typeof useQuickOpen>; readonly found: number }) {
  const { isReading, isPickAwaited, message, searchMessage, boardsMessage, canRetry, retry } = quick;
  const problems = [...new Set([message, searchMessage, boardsMessage])].filter((one) => one !== null);
  return (
    <>
      <p role="status">{statusText(found, isReading, isPickAwaited)}</p>
      <div role="alert">
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
      {canRetry && (
        <div>
          <Button size="small" onClick={retry}>
            Try Again
          </Button>
        </div>
      )}
    </>
  );
}

function statusText(found: number, isReading: boolean, isPickAwaited: boolean): string {
  if (isPickAwaited) return 'Loading documents… The best result opens when they are here.';
  if (isReading) return 'Loading documents…';
  if (found === 0) return 'Nothing has these words in its name.';
  return found === 1 ? '1 result' : `${found} results`;
}
