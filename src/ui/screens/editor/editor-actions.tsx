import { ArrowLeft, FolderOpen, MonitorPlay, MonitorUp, Printer, Save, Trash2 } from 'lucide-react';
import { paths } from '#config/paths.ts';
import type { Editor } from '#ui/hooks/use-editor.ts';
import { Toolbar } from '#ui/primitives/app-frame.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { Tooltip } from '#ui/primitives/tooltip.tsx';
import { VisuallyHidden } from '#ui/primitives/visually-hidden.tsx';
import styles from './editor.module.css';
import { ButtonLink } from '../shared/link.tsx';

/** The buttons that act on the document (`s2.editor.save-star` and its neighbours). */
export function EditorCommands({ editor }: { editor: Editor }) {
  const { command, dirty, openedHtml, wip } = editor;
  const busy = command !== null;
  const print = openedHtml !== '' && (
    <Button variant="quiet" icon={<Printer />} onClick={editor.print}>
      Print
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
      <div className={styles.main} data-pin>
        <Button
          variant="primary"
          icon={<Save />}
          busy={command === 'saving'}
          busyLabel="Saving"
          unavailable={busy && command !== 'saving'}
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
      <div className={styles.further}>
        {print}
        {wip !== null && (
          <Button
            data-deliberate
            variant="quiet"
            icon={<Trash2 />}
            busy={command === 'deleting'}
            busyLabel="Deleting"
            unavailable={editor.isGone || (busy && command !== 'deleting')}
            onClick={editor.askToDelete}
          >
            Delete
          </Button>
        )}
      </div>
    </div>
  );
}

/** The buttons that lead elsewhere (`s2.editor.open-wip` and its neighbours). */
export function EditorLinks({ wip, template }: { wip: string | null; template: string }) {
  return (
    <Toolbar label="Go to">
      {wip === null ? (
        <ButtonLink to={paths.openWip(template)} icon={FolderOpen} size="small">
          Open WIP
        </ButtonLink>
      ) : (
        <ButtonLink to={paths.wipDashboard(wip)} icon={MonitorPlay} size="small">
          View in Dashboard
        </ButtonLink>
      )}
      <ButtonLink to={paths.templateDashboard(template)} icon={MonitorPlay} variant="quiet" size="small">
        Template Dashboard
      </ButtonLink>
      <ButtonLink to={paths.selectTemplate()} icon={ArrowLeft} variant="quiet" size="small">
        Back to Templates
      </ButtonLink>
    </Toolbar>
  );
}
