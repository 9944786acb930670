import { paths } from '#config/paths.ts';
import { Page } from '#ui/primitives/app-frame.tsx';
import { buttonClass } from '#ui/primitives/button.tsx';
import { ErrorState } from '#ui/primitives/error-state.tsx';
import { PageTitle } from './shared/page-title.tsx';
import { Link } from './shared/link.tsx';

/** Decision 14: an address outside the route table. */
export function NotFoundScreen() {
  return (
    <Page width="reading">
      <PageTitle>Not Found</PageTitle>
      <ErrorState
        level={1}
        title="Not Found"
        message="There is no page at this address. It may have been mistyped, or the link is old."
        actions={
          <Link to={paths.dashboard()} className={buttonClass({ variant: 'primary' })}>
            Go to Dashboard
          </Link>
        }
      />
    </Page>
  );
}
