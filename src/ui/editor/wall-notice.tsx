import type { ReactNode } from 'react';
import { paths } from '#common/config/paths.ts';
import { hasCapability, useAuth, useCommandDocs } from '#ui/session/use-auth.ts';
import type { Editor } from '#ui/editor/use-editor.ts';
import { Banner, BannerSlot } from '#ui/primitives/feedback/banner.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { shortText } from '../shared/moment.tsx';
import { nameOf } from '../shared/names.ts';
import { Link } from '../shared/link.tsx';
import styles from './editor.module.css';

/** Maximum number of characters of a name on a button. */
const MOST_NAME = 40;

/** Message after a submission: where it is shown, and a button to put back the archive before. */
export function WallNotice({ editor, template }: { readonly editor: Editor; readonly template: string }) {
  const { phase, message } = editor.putBack;
  const isShown = phase !== null && editor.success === null;
  return (
    <div className={isShown ? styles.problem : undefined}>
      <BannerSlot
        placement="inline"
        alert={isShown && message !== null && <Notice editor={editor} tone="error" text={message} />}
        status={
          isShown &&
          message === null && (
            <Notice
              editor={editor}
              tone="success"
              text={
                phase === 'back' ? <>{versionOf(editor, 'The')} is back on the wall</> : <Places template={template} />
              }
            />
          )
        }
      />
    </div>
  );
}

type NoticeProps = { readonly editor: Editor; readonly tone: 'success' | 'error'; readonly text: ReactNode };

function Notice({ editor, tone, text }: NoticeProps) {
  const { phase, hasWay, request, dismiss } = editor.putBack;
  const { user } = useAuth();
  const isOffered = phase !== 'back' && hasCapability(user, 'archives.putBack') && (hasWay || phase === 'busy');
  return (
    <Banner
      tone={tone}
      actions={
        <>
          {isOffered && (
            <Button size="small" busy={phase === 'busy'} busyLabel="Putting back" onClick={request}>
              {`Put back ${versionOf(editor, 'the')}`}
            </Button>
          )}
          <Button size="small" variant="quiet" unavailable={phase === 'busy'} onClick={dismiss}>
            Close
          </Button>
        </>
      }
    >
      {text}
    </Banner>
  );
}

/** Name of the archive that was on the wall before: its time, and its own name if it is another document. */
function versionOf({ name, putBack: { before } }: Editor, article: 'The' | 'the'): string {
  const at = before?.submittedOn == null ? null : shortText(before.submittedOn);
  const isSame = before === null || nameOf(before) === name;
  if (isSame) return at === null ? `${article} version from before` : `${article} ${at} version`;
  const other = nameOf(before);
  const short = other.length > MOST_NAME ? `${other.slice(0, MOST_NAME)}…` : other;
  return `“\u2068${short}\u2069”${at === null ? '' : ` (${at})`}`;
}

function Places({ template }: { readonly template: string }) {
  const [left, right] = useCommandDocs();
  const side = template === left ? 'left' : template === right ? 'right' : null;
  return (
    <>
      On the wall: <Link to={paths.templateDashboard(template)}>Template dashboard</Link>
      {side !== null && (
        <>
          , <Link to={paths.multipleDashboard(left, right)}>{`Command Docs (${side})`}</Link>
        </>
      )}
    </>
  );
}
