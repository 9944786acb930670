import { isWall } from '#common/config/paths.ts';
import { ErrorState } from '#ui/primitives/feedback/error-state.tsx';
import { Button, buttonClass } from '#ui/primitives/forms/button.tsx';
import { Page } from '#ui/primitives/layout/app-frame.tsx';

/** `page-script.ts` does it, which looks for `data-unshown`. */
export const WALL_COMES_BACK = 'This wall loads itself again within half a minute, once the server answers.';

/**
 * Shown in place of a screen that threw an unexpected error.
 * @param error the thrown value; its text is shown, for a report
 */
export function CrashScreen({ error, homePath, onRetry }: { error: unknown; homePath: string; onRetry: () => void }) {
  return (
    <Page width="reading">
      <div data-unshown>
        <ErrorState
          level={1}
          title="This page could not be shown"
          message={
            <>
              Something in the application failed. Your saved documents are safe. If it happens again, tell your
              administrator: <q>{error instanceof Error ? error.message : String(error)}</q>
              {isWall(window.location) && <span> {WALL_COMES_BACK}</span>}
            </>
          }
          actions={
            <>
              <Button variant="primary" onClick={onRetry}>
                Try Again
              </Button>
              {/* A full load on purpose: whatever broke is gone after it. */}
              <a className={buttonClass({})} href={homePath}>
                Go to Dashboard
              </a>
            </>
          }
        />
      </div>
    </Page>
  );
}
