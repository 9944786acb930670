import { use } from 'react';
import {
  ArrowLeft,
  CopyPlus,
  FileClock,
  FolderOpen,
  type LucideIcon,
  MonitorPlay,
  MonitorUp,
  Printer,
  Radio,
  Save,
  Trash2,
} from 'lucide-react';
import { paths } from '#common/config/paths.ts';
import { QuickOpenContext } from '#ui/shared/quick-open-context.ts';
import type { Editor } from '#ui/editor/use-editor.ts';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Tooltip } from '#ui/primitives/overlays/tooltip.tsx';
import { VisuallyHidden } from '#ui/primitives/layout/visually-hidden.tsx';
import styles from './editor.module.css';
import { ButtonLink } from '../shared/link.tsx';

/** The buttons that act on the document (`s2.editor.save-star` and its neighbours). */
export function EditorCommands({ editor }: { editor: Editor }) {
  const { command, dirty, openedHtml, wip, fillFrom } = editor;
  const { pick } = use(QuickOpenContext);
  const busy = command !== null;
  const print = openedHtml !== '' && (
    <Button variant="quiet" size="small" icon={<Printer />} title="Print" onClick={editor.print}>
      <span className={styles.word}>Print</span>
    </Button>
  );
  const history = editor.hasHistory && (
    <Button
      variant="quiet"
      size="small"
      icon={<FileClock />}
      title="History of This Field"
      aria-keyshortcuts="Shift+F2"
      onClick={editor.openHistory}
    >
      <span className={styles.word}>History of This Field</span>
    </Button>
  );
  if (editor.isReading) {
    return (
      <div role="group" aria-label="Document" className={styles.commands}>
        <div className={styles.further}>{print}</div>
      </div>
    );
  }
  return (
    <div role="group" aria-label="Document" className={styles.commands}>
      <div className={styles.further}>
        {editor.hasShared && (
          <Button
            variant="quiet"
            size="small"
            icon={<CopyPlus />}
            title="Fill From"
            busy={editor.carry.isReading}
            busyLabel="Filling"
            unavailable={busy || editor.isGone}
            onClick={() => pick((id) => fillFrom({ kind: 'wip', id }))}
          >
            <span className={styles.word}>Fill From</span>
          </Button>
        )}
        {history}
        {print}
        {wip !== null && (
          <Button
            data-deliberate
            variant="quiet"
            size="small"
            icon={<Trash2 />}
            title="Delete"
            busy={command === 'deleting'}
            busyLabel="Deleting"
            unavailable={editor.isGone || (busy && command !== 'deleting')}
            onClick={editor.askToDelete}
          >
            <span className={styles.word}>Delete</span>
          </Button>
        )}
      </div>
      <div className={styles.main} data-pin>
        <Button
          variant={dirty || wip === null ? 'primary' : 'secondary'}
          size="small"
          icon={<Save />}
          busy={command === 'saving'}
          busyLabel="Saving"
          unavailable={busy && command !== 'saving' && !(command === 'busy' && dirty)}
          onClick={editor.save}
        >
          Save
          {dirty && (
            <>
              <span aria-hidden="true"> *</span>
              <VisuallyHidden> (unsaved changes)</VisuallyHidden>
            </>
          )}
        </Button>
        {wip !== null && (
          <Tooltip text={dirty ? editor.saveFirst : null}>
            <Button
              data-deliberate
              variant={dirty ? 'secondary' : 'primary'}
              size="small"
              icon={<MonitorUp />}
              busy={command === 'submitting'}
              busyLabel="Submitting"
              unavailable={!editor.canSubmit && command !== 'submitting'}
              onClick={editor.submit}
            >
              Submit to Dashboard
            </Button>
          </Tooltip>
        )}
      </div>
    </div>
  );
}

/** The links to other screens (`s2.editor.open-wip` and its neighbours). */
export function EditorLinks({ wip, template }: { wip: string | null; template: string }) {
  return (
    <div role="group" aria-label="Go to" className={styles.links}>
      {wip === null ? (
        <Way to={paths.openWip(template)} icon={FolderOpen} name="Open WIP" />
      ) : (
        <Way to={paths.wipDashboard(wip)} icon={MonitorPlay} name="View in Dashboard" />
      )}
      <Way to={paths.templateDashboard(template)} icon={Radio} name="Template Dashboard" />
    </div>
  );
}

/** The link back, before the document's name. */
export function BackToTemplates() {
  return <Way to={paths.selectTemplate()} icon={ArrowLeft} name="Back to Templates" />;
}

/** A link that shows only its icon if there is no room for its name. */
function Way({ to, icon, name }: { readonly to: string; readonly icon: LucideIcon; readonly name: string }) {
  return (
    <ButtonLink to={to} icon={icon} variant="quiet" size="small" title={name}>
      <span className={styles.word}>{name}</span>
    </ButtonLink>
  );
}
