import { Page } from '#ui/primitives/app-frame.tsx';
import { Spinner } from '#ui/primitives/waiting.tsx';

/** Section 2, access rule: what protected routes show while the session is being checked. */
export function Verifying() {
  return (
    <Page>
      <Spinner label="Verifying authentication..." />
    </Page>
  );
}
