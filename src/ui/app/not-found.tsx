import { paths } from '#common/config/paths.ts';
import { Page } from '#ui/primitives/layout/app-frame.tsx';
import { ErrorState } from '#ui/primitives/feedback/error-state.tsx';
import { PageTitle } from '../shared/page-title.tsx';
import { ButtonLink } from '../shared/link.tsx';

/** Shown at an address that no route has (`d14.not-found`). */
export function NotFoundScreen() {
  return (
    <Page width="reading">
      <PageTitle>Not Found</PageTitle>
      <ErrorState
        level={1}
        title="Not Found"
        message="There is no page at this address. It may have been mistyped, or the link is old."
        actions={
          <ButtonLink to={paths.dashboard()} variant="primary">
            Go to Dashboard
          </ButtonLink>
        }
      />
    </Page>
  );
}
