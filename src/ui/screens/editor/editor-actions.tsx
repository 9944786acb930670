import { ArrowLeft, FolderOpen, MonitorPlay, MonitorUp, Printer, Save, Trash2 } from 'lucide-react';
import { paths } from '#config/paths.ts';
import type { Editor } from '#ui/hooks/use-editor.ts';
import { Toolbar } from '#ui/primitives/app-frame.tsx';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { Tooltip } from '#ui/primitives/tooltip.tsx';
import { VisuallyHidden } from '#ui/primitives/visually-hidden.tsx';
import styles from './editor.module.css';
import { Link } from '../shared/link.tsx';

/** Section 2, editor, buttons: what can be done with the document. */
export function EditorCommands({ editor }: { editor: Editor }) {
  const { command, dirty, opened, wip } = editor;
  const busy = command !== null;
  return (
    <div role="group" aria-label="Document" className={styles.commands}>
      <div className={styles.main}>
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
          <Tooltip side="bottom" text={dirty ? editor.saveFirst : null}>
            <Button
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
        {wip !== null && (
          <Button
            variant="quiet"
            icon={<Trash2 />}
            busy={command === 'deleting'}
            busyLabel="Deleting"
            unavailable={busy && command !== 'deleting'}
            onClick={editor.askToDelete}
          >
            Delete
          </Button>
        )}
        {opened.html !== '' && (
          <Button variant="quiet" icon={<Printer />} onClick={editor.print}>
            Print
          </Button>
        )}
      </div>
    </div>
  );
}

/** Section 2, editor, buttons: where to go from it. */
export function EditorLinks({ wip, template }: { wip: string | null; template: string }) {
  return (
    <Toolbar label="Go to" look="even">
      {wip === null ? (
        <Link to={paths.openWip(template)} className={buttonClass({ variant: 'secondary', size: 'small' })}>
          <FolderOpen aria-hidden />
          Open WIP
        </Link>
      ) : (
        <Link to={paths.wipDashboard(wip)} className={buttonClass({ variant: 'secondary', size: 'small' })}>
          <MonitorPlay aria-hidden />
          View in Dashboard
        </Link>
      )}
      <Link to={paths.templateDashboard(template)} className={buttonClass({ variant: 'quiet', size: 'small' })}>
        <MonitorPlay aria-hidden />
        Template Dashboard
      </Link>
      <Link to={paths.selectTemplate()} className={buttonClass({ variant: 'quiet', size: 'small' })}>
        <ArrowLeft aria-hidden />
        Back to Templates
      </Link>
    </Toolbar>
  );
}
