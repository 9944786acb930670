import { Download, Redo2, Undo2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { FRAME_HEIGHT } from '#config/frame.ts';
import { type TemplateWorkshop, useTemplateWorkshop } from '#ui/templates/use-template-workshop.ts';
import { ConfirmDialog } from '#ui/primitives/overlays/alert-dialog.tsx';
import { Banner, BannerSlot } from '#ui/primitives/feedback/banner.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { CheckBox } from '#ui/primitives/forms/check-box.tsx';
import { classNames } from '#ui/primitives/class-names.ts';
import { Dialog, CloseAction } from '#ui/primitives/overlays/dialog.tsx';
import { TextInput } from '#ui/primitives/forms/inputs.tsx';
import { PageHeader } from '#ui/primitives/layout/page-header.tsx';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { Acts, factClass } from '../lists/detail-row.tsx';
import { LiveDocument } from '../document/document-frame.tsx';
import { Failure } from '../shared/failure.tsx';
import { counted } from './upload-texts.ts';
import styles from './workshop.module.css';

/** Maximum number of places listed at once: users would read no more. */
const LISTED = 100;
const KINDS = {
  cell: 'Empty cell',
  line: 'Line to write on',
  placeholder: 'Placeholder',
  field: 'Field',
  box: 'Box to tick',
  space: 'Empty space',
  text: 'Text',
} as const;

type WorkshopProps = { readonly upload: Parameters<typeof useTemplateWorkshop>[0]; readonly place: string };

/** The workshop: a document beside the list of its places that can be filled in. */
export function Workshop({ upload, place }: WorkshopProps) {
  const workshop = useTemplateWorkshop(upload, place);
  const { phase, fileName, names, checking, message } = workshop;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <PageHeader
        titleRef={title}
        title="Mark What Can Be Filled In"
        subtitle={fileName}
        actions={
          <>
            <Button variant="quiet" onClick={workshop.leave}>
              Cancel
            </Button>
            <Button
              variant="primary"
              busy={checking}
              busyLabel="Checking"
              unavailable={phase !== 'marking' || names.size === 0}
              onClick={workshop.finish}
            >
              Use These Marks
            </Button>
          </>
        }
      />
      <BannerSlot
        placement="inline"
        alert={phase === 'marking' && message !== null && <Banner tone="error">{message}</Banner>}
      />
      {phase === 'finding' && <Skeleton label="Looking for blanks" shape="lines" count={6} />}
      {phase === 'failed' && <Failure title="Not Looked Through" message={message ?? ''} onRetry={workshop.retry} />}
      {(phase === 'marking' || phase === 'previewing') && <Bench workshop={workshop} />}
      <Dialog
        open={phase === 'previewing'}
        onClose={workshop.closePreview}
        title={fileName}
        description="As it will be filled in. Try it: nothing that is typed here is kept."
        size="large"
      >
        {phase === 'previewing' && (
          <LiveDocument document={workshop.document} title={fileName} height={FRAME_HEIGHT.archiveModal} />
        )}
        <CloseAction onClose={workshop.closePreview} />
      </Dialog>
      <ConfirmDialog
        open={workshop.askingToLeave}
        title="Leave without these marks?"
        message="They are not kept anywhere. To keep them, use them or download the HTML."
        confirmLabel="Leave"
        onConfirm={workshop.confirmLeave}
        onCancel={workshop.cancelLeave}
      />
    </>
  );
}

function Bench({ workshop }: { workshop: TemplateWorkshop }) {
  const { phase, blanks, names, fileName, canUndo, canRedo } = workshop;
  const undone = (event: KeyboardEvent): void => {
    // A field has steps of its own.
    const isInField = event.target instanceof HTMLInputElement && event.target.type === 'text';
    if (isInField || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
    if (key !== 'z' && !isRedo) return;
    event.preventDefault();
    if (isRedo) workshop.redo();
    else workshop.undo();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the buttons in it
    <div className={styles.bench} onKeyDown={undone}>
      <Acts>
        <Button icon={<Undo2 />} unavailable={!canUndo} onClick={workshop.undo}>
          Undo
        </Button>
        <Button icon={<Redo2 />} unavailable={!canRedo} onClick={workshop.redo}>
          Redo
        </Button>
        <Button onClick={workshop.takeOffered}>Mark All Found</Button>
        <Button onClick={workshop.clear} unavailable={names.size === 0}>
          Mark None
        </Button>
        <Button onClick={workshop.preview} unavailable={names.size === 0}>
          Preview
        </Button>
        <Button icon={<Download />} onClick={workshop.download} unavailable={names.size === 0}>
          Download HTML
        </Button>
      </Acts>
      <p role="status" className={factClass}>
        {`${names.size} marked. ${counted(blanks.filter(({ isOffered }) => isOffered).length, 'blank')} found.`}
      </p>
      <div className={styles.sides}>
        <Places workshop={workshop} />
        <div className={styles.document}>
          {phase === 'marking' && (
            <LiveDocument document={workshop.document} title={fileName} height={FRAME_HEIGHT.archiveModal} />
          )}
        </div>
      </div>
    </div>
  );
}

function Places({ workshop }: { workshop: TemplateWorkshop }) {
  const { blanks, names, hasMore, current } = workshop;
  const [isAll, setAll] = useState(false);
  const [most, setMost] = useState(LISTED);
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  // A removed place stays in the list while it is selected.
  const listed = blanks.flatMap(({ isOffered }, at) =>
    isAll || isOffered || names.has(at) || at === current ? [at] : [],
  );
  const others = blanks.filter(({ isOffered }) => !isOffered).length;
  const wanted = current === null ? -1 : listed.indexOf(current);
  const shown = listed.slice(0, Math.max(most, wanted + 1));
  useEffect(() => {
    if (current !== null) list.current?.querySelector(`[data-at="${current}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const moved = (event: KeyboardEvent<HTMLUListElement>): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || !(event.target instanceof HTMLInputElement) || event.target.closest('p')) return;
    const alike = [
      ...event.currentTarget.querySelectorAll<HTMLInputElement>(`input[type=${event.target.type}]`),
    ].filter((one) => !one.closest('p'));
    const next = alike[alike.indexOf(event.target) + step];
    event.preventDefault();
    next?.focus();
  };
  return (
    <section aria-labelledby={id} className={styles.places}>
      <h2 id={id}>What Can Be Filled In</h2>
      <p className={factClass}>
        Press a place in the document to mark it, too. Arrow keys go through the list, the space bar marks.
      </p>
      {others > 0 && (
        <CheckBox checked={isAll} onChange={() => setAll(!isAll)}>
          {`List the other texts of the document, too (${others})`}
        </CheckBox>
      )}
      {hasMore && <p>There are more places than can be listed: the document is very long.</p>}
      {listed.length === 0 && (
        <p>Nothing was found that looks like a blank. Press a text in the document to mark it.</p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys between the boxes in it */}
      <ul ref={list} role="list" className={styles.list} onKeyDown={moved}>
        {shown.map((at) => (
          <PlaceRow key={at} at={at} workshop={workshop} />
        ))}
      </ul>
      {shown.length < listed.length && (
        <Button size="small" onClick={() => setMost(shown.length + LISTED)}>
          {`Show More (${listed.length - shown.length})`}
        </Button>
      )}
    </section>
  );
}

function PlaceRow({ at, workshop }: { at: number; workshop: TemplateWorkshop }) {
  const { blanks, names, computed, ids, current } = workshop;
  const blank = blanks[at];
  const name = names.get(at);
  if (!blank) return null;
  const called = name ?? blank.label;
  return (
    <li data-at={at} className={classNames(styles.place, current === at && styles.current)}>
      <CheckBox
        checked={name !== undefined}
        onChange={() => workshop.toggle(at)}
        onFocus={() => current !== at && workshop.look(at)}
      >
        <span dir="auto">{called}</span>
      </CheckBox>
      <p className={factClass}>
        {KINDS[blank.kind]}
        {name !== undefined && <code>{ids.get(at)}</code>}
      </p>
      {name !== undefined && current === at && (
        <>
          <TextInput
            key={name}
            aria-label={`Name of ${name}`}
            defaultValue={name}
            maxLength={120}
            autoComplete="off"
            onBlur={(event) => workshop.rename(at, event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') workshop.rename(at, event.currentTarget.value);
            }}
          />
          <p>
            <CheckBox checked={computed.has(at)} onChange={() => workshop.turnComputed(at)}>
              The script computes it
            </CheckBox>
          </p>
        </>
      )}
    </li>
  );
}
