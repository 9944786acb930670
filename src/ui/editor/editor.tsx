import { Activity, Suspense, useMemo, useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { FRAME_HEIGHT } from '#config/frame.ts';
import { paths, sourceIn } from '#common/config/paths.ts';
import { hasCapability, isReader, useAuth } from '#ui/session/use-auth.ts';
import {
  baseNameOf,
  type Editor,
  useEditor,
  useFirstRegion,
  useValues,
  type EditorMachine,
} from '#ui/editor/use-editor.ts';
import { useHeightOnPage } from '#ui/primitives/use-height-on-page.ts';
import { usePinned } from '#ui/editor/use-pinned.ts';
import { Page } from '#ui/primitives/layout/app-frame.tsx';
import { Banner, BannerSlot } from '#ui/primitives/feedback/banner.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { PageHeader } from '#ui/primitives/layout/page-header.tsx';
import { EmptyState } from '#ui/primitives/feedback/empty-state.tsx';
import { ToggleGroup } from '#ui/primitives/forms/toggle-group.tsx';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { Dismissible } from '../shared/dismissible.tsx';
import { ContestedValues, DocumentPlace, TroubleBanner, NotPrinted, TypedAhead } from '../document/document-frame.tsx';
import { Failure } from '../shared/failure.tsx';
import { useKeys } from '../shared/keys.ts';
import { PageTitle } from '../shared/page-title.tsx';
import { AttributesView } from './attributes/attributes-view.tsx';
import { BackToTemplates, EditorCommands, EditorLinks } from './editor-actions.tsx';
import { UnsavedText } from './changes/unsaved-text.tsx';
import { EditorDialogs, type EditorPart } from './editor-dialogs.tsx';
import { EditorLines } from './changes/save-line.tsx';
import { ButtonLink } from '../shared/link.tsx';
import { onDemand } from './on-demand.ts';
import { Field } from '#ui/primitives/forms/field.tsx';
import { TextArea } from '#ui/primitives/forms/text-area.tsx';
import { useProgress } from '#ui/editor/attributes/use-region-list.ts';
import styles from './editor.module.css';

/**
 * Windows too narrow to read a document in: its regions are shown first there, as a list. The same width as in
 * `editor.module.css`.
 */
const NARROW = '(max-width: 47.99rem)';

/** Few documents are filled from another one. */
const FilledLine = onDemand(async () => (await import('./attributes/filled-line.tsx')).FilledLine, PlainFilledLine);
/** Without it nothing is lost, the submission is on the wall. */
const WallNotice = onDemand(async () => (await import('./wall-notice.tsx')).WallNotice);
/** Text of a document that cannot be opened stays on this device until it is read. */
const KeptText = onDemand(async () => (await import('./changes/kept-text.tsx')).KeptText);
/** The changes are marked in the document without it. */
const TheirChanges = onDemand(async () => (await import('./changes/their-changes.tsx')).TheirChanges);
/** The saved values stay without it. */
const DocumentWishes = onDemand(async () => (await import('./changes/document-wishes.tsx')).DocumentWishes);

/** Shown if the code of `FilledLine` failed to load: undoing must not depend on the network. */
function PlainFilledLine({ editor: { carry } }: { readonly editor: Editor }) {
  return (
    <div className={styles.problem}>
      <Banner
        tone="info"
        actions={
          <>
            <Button size="small" onClick={carry.undo}>
              Undo Filling
            </Button>
            <Button size="small" variant="quiet" onClick={carry.dismiss}>
              Hide
            </Button>
          </>
        }
      >
        Filled from “<bdi>{carry.filling?.name}</bdi>”.
      </Banner>
    </div>
  );
}

/**
 * The editor (`s2.editor.*`): one screen for both of its addresses, so that the first save does not restart it
 * (`d17.actor-survives`).
 */
export function EditorScreen({ machine, history }: { readonly machine: EditorMachine; readonly history: EditorPart }) {
  const { base_template: template = '', wip_name: wip = null } = useParams();
  const { search } = useLocation();
  const success = new URLSearchParams(search).get('success');
  const source = useMemo(() => sourceIn(search), [search]);
  const [firstView] = useState<'document' | 'attributes'>(() =>
    window.matchMedia(NARROW).matches ? 'attributes' : 'document',
  );
  const { user } = useAuth();
  const editor = useEditor(machine, {
    template,
    wip,
    success: success === 'save' || success === 'submit' ? success : null,
    // A WIP takes back only what was submitted.
    from: (wip === null || source?.kind === 'archive') && !isReader(user) ? source : null,
    firstView,
    isReader: isReader(user),
    looksAtWall: hasCapability(user, 'archives.author'),
    isGuarded: hasCapability(user, 'documents.guard'),
  });

  if (editor.phase === 'failed') return <LoadFailed editor={editor} />;
  const isLoading = editor.phase === 'loading' || !editor.detail;
  const isEmpty = !isLoading && editor.openedHtml === '';
  const isInSight = !isLoading && editor.view === 'document';
  return (
    <Page width="document">
      <PageTitle>{titleOf(editor)}</PageTitle>
      {isLoading ? <LoadingHead /> : <LoadedHead editor={editor} template={template} />}
      {isEmpty ? (
        <EmptyState message="No content available for this form." />
      ) : (
        // The same place during and after loading: the frame is made meanwhile, in its final size, and would start
        // again in another place.
        <div className={isInSight ? styles.frame : isLoading ? styles.hidden : styles.away}>
          <DocumentPlace document={editor.document} title={titleOf(editor)} height={FRAME_HEIGHT.editor} />
        </div>
      )}
      {!isLoading && (!isInSight || editor.unreadable.length > 0) && (
        // A field that cannot be read keeps what was typed into it only while it is in the page.
        <Activity mode={isInSight ? 'hidden' : 'visible'}>
          <AttributesView editor={editor} />
        </Activity>
      )}
      {!isLoading && <FirstRegion editor={editor} />}
      <EditorDialogs editor={editor} history={history} />
    </Page>
  );
}

/** Renders nothing: the screen does not render again because a document has opened. */
function FirstRegion({ editor }: { readonly editor: Editor }) {
  useFirstRegion(editor);
  return null;
}

function titleOf(editor: Editor): string {
  if (!editor.detail) return 'Editor';
  return editor.name === '' ? baseNameOf(editor.detail) : editor.name;
}

function LoadingHead() {
  return (
    <>
      <div className={styles.bar}>
        <PageHeader look="slim" title="Loading the document" />
      </div>
      <div className={styles.frame}>
        <Skeleton label="Loading the document" shape="frame" />
      </div>
    </>
  );
}

function LoadedHead({ editor, template }: { readonly editor: Editor; readonly template: string }) {
  const { view } = editor;
  const bar = usePinned('[data-pin]');
  return (
    <>
      <div ref={bar} className={styles.bar}>
        <BackToTemplates />
        <PageHeader
          look="slim"
          title={editor.wip === null ? baseNameOf(editor.detail) : editor.name}
          subtitle={
            <>
              <bdi className={styles.base}>{editor.wip === null ? 'Template' : baseNameOf(editor.detail)}</bdi>
              {!editor.isReading && <Progress editor={editor} />}
            </>
          }
        />
        <ToggleGroup
          label="View"
          value={view}
          onChange={(next) => (next === 'document' ? editor.showDocument() : editor.showAttributes())}
          options={[
            { value: 'document', label: 'Document' },
            { value: 'attributes', label: 'Attributes' },
          ]}
        />
        <EditorLinks wip={editor.wip} template={template} />
        <EditorCommands editor={editor} />
        <EditorLines editor={editor} />
        <BannerSlot
          placement="floating"
          status={editor.success !== null && <Banner tone="success">{editor.success}</Banner>}
        />
      </div>
      <Messages editor={editor} template={template} />
    </>
  );
}

/** All messages about the document, below it, so that they do not move the text. */
function Messages({ editor, template }: { readonly editor: Editor; readonly template: string }) {
  const height = useHeightOnPage('--messages');
  return (
    <div ref={height} className={styles.messages}>
      {editor.document.trouble !== null && (
        <div className={styles.problem}>
          <TroubleBanner document={editor.document} isWritten={!editor.isReading} />
        </div>
      )}
      {editor.isGone && <DeletedDocument editor={editor} />}
      {!editor.isGone && editor.message !== null && editor.dialog === null && (
        <div className={styles.problem}>
          <Dismissible tone="error" onDismiss={editor.dismissMessage}>
            {editor.message}
          </Dismissible>
        </div>
      )}
      <Suspense fallback={null}>
        <TheirChanges editor={editor} />
      </Suspense>
      {editor.document.contested === null ? (
        <Suspense fallback={null}>{editor.document.wishes.length > 0 && <DocumentWishes editor={editor} />}</Suspense>
      ) : (
        <div className={styles.problem}>
          <ContestedValues document={editor.document} what="saved" />
        </div>
      )}
      {editor.carry.filling !== null && (
        <Suspense fallback={null}>
          <FilledLine editor={editor} />
        </Suspense>
      )}
      <UnsavedText journal={editor.journal} />
      <UnplacedText editor={editor} />
      {editor.document.isPrintFailed && (
        <div className={styles.problem}>
          <NotPrinted onDismiss={editor.document.dismissPrintFailure} />
        </div>
      )}
      {(editor.document.untaken !== null || editor.document.isTypedLate) && (
        <div className={styles.problem}>
          <TypedAhead document={editor.document} />
        </div>
      )}
      {editor.notice !== null && (
        <div className={styles.problem}>
          <Dismissible tone="warning" onDismiss={editor.dismissMessage}>
            {editor.notice}
          </Dismissible>
        </div>
      )}
      {!editor.isReading && (
        <Suspense fallback={null}>
          <WallNotice editor={editor} template={template} />
        </Suspense>
      )}
    </div>
  );
}

function LoadFailed({ editor }: { editor: Editor }) {
  return (
    <Page width="reading">
      <PageTitle>Error Loading Form</PageTitle>
      <Failure level={1} title="Error Loading Form" message={editor.message} onRetry={editor.retry}>
        <ButtonLink to={paths.selectTemplate()}>Back to Templates</ButtonLink>
      </Failure>
      <Suspense fallback={null}>
        <KeptText editor={editor} />
      </Suspense>
    </Page>
  );
}

const OFFER = 'Your text is still here: save it as a new WIP to keep it.';

/** Reports that another user has deleted the document, and offers to make its content a new one. */
function DeletedDocument({ editor }: { readonly editor: Editor }) {
  return (
    <div className={styles.problem}>
      <Banner
        tone="error"
        actions={
          <Button size="small" variant="primary" onClick={editor.saveAsNew}>
            Save as a New WIP
          </Button>
        }
      >
        {editor.message === null ? OFFER : `${editor.message} ${OFFER}`}
      </Banner>
    </div>
  );
}

const GONE =
  'This unsaved text has no place in the document any more: its fields are gone. Copy what you need before you dismiss it.';

/** Unsaved text of regions that the document no longer has, shown so that it can be copied. */
function UnplacedText({ editor }: { readonly editor: Editor }) {
  if (editor.unplaced.length === 0) return null;
  return (
    <div className={styles.problem}>
      <Banner
        tone="warning"
        actions={
          <Button size="small" onClick={editor.dismissUnplaced}>
            Dismiss
          </Button>
        }
      >
        {GONE}
      </Banner>
      {editor.unplaced.map(([id, value]) => (
        <Field key={id} label={id}>
          <TextArea readOnly value={value} rows={2} />
        </Field>
      ))}
    </div>
  );
}

/** Number of filled regions in the document, and a button to the first required region that is empty. */
function Progress({ editor }: { readonly editor: Editor }) {
  const { filled, total, left } = useProgress({ ...editor, ...useValues(editor) });
  const [first] = left;
  const { goToRegion } = editor;
  useKeys((event) => {
    if (first === undefined || event.key !== 'F8' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    goToRegion(first);
  });
  if (total === 0) return null;
  return (
    <span className={styles.progress}>
      {`${filled} of ${total} filled`}
      {first !== undefined && (
        <>
          {', '}
          <button type="button" className={styles.link} onClick={() => goToRegion(first)}>
            {`${left.length} required left`}
          </button>
        </>
      )}
    </span>
  );
}
