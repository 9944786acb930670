import { Page } from '#ui/primitives/layout/app-frame.tsx';
import { Spinner } from '#ui/primitives/feedback/spinner.tsx';

/** Content of protected routes while the session is being checked (`s2.access.verifying`). */
export function Verifying() {
  return (
    <Page>
      {/* index.html shows the same words already: without the 200 ms delay they do not vanish for a moment when React takes over. */}
      <Spinner label="Verifying authentication..." atOnce />
    </Page>
  );
}
