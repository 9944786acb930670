import type { ReactNode } from 'react';
import { paths } from '#config/paths.ts';
import { useApp } from '#ui/hooks/app-context.ts';
import { hasCapability, useAuth } from '#ui/hooks/use-auth.ts';
import type { Editor } from '#ui/hooks/use-editor.ts';
import { Banner, BannerSlot } from '#ui/primitives/banner.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { nameOf } from '../shared/names.ts';
import { Link } from '../shared/link.tsx';

/** After a submission: where it is, and the way back to what was there before. Over the window's edge, so that nothing moves. */
export function WallNotice({ editor, template }: { readonly editor: Editor; readonly template: string }) {
  const { phase, before, message } = editor.putBack;
  const isShown = phase !== null && editor.success === null;
  return (
    <BannerSlot
      placement="toast"
      alert={isShown && message !== null && <Notice editor={editor} tone="error" text={message} />}
      status={
        isShown &&
        message === null && (
          <Notice
            editor={editor}
            tone="success"
            text={
              phase === 'back' && before !== null ? (
                <>
                  On the wall again: <bdi>{nameOf(before)}</bdi>
                </>
              ) : (
                <Places template={template} />
              )
            }
          />
        )
      }
    />
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
              Put back what was there
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

function Places({ template }: { readonly template: string }) {
  const [left, right] = useApp().env.commandTemplates;
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
