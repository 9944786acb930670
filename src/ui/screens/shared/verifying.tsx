import { Page } from '#ui/primitives/app-frame.tsx';
import { Spinner } from '#ui/primitives/spinner.tsx';

/** Section 2, access rule: what protected routes show while the session is being checked. */
export function Verifying() {
  return (
    <Page>
      {/* The page shows it before the application is there: it must not go away for a moment when React draws it anew. */}
      <Spinner label="Verifying authentication..." atOnce />
    </Page>
  );
}
