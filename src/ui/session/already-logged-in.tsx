import { useAuth } from '#ui/session/use-auth.ts';
import { Page } from '#ui/primitives/layout/app-frame.tsx';
import { PageHeader } from '#ui/primitives/layout/page-header.tsx';
import { ButtonLink } from '../shared/link.tsx';
import { PageTitle } from '../shared/page-title.tsx';

type AlreadyLoggedInProps = {
  /** The page's title. */
  page: string;
  /** The address of the link, and its text. */
  to: string;
  children: string;
};

/** Page for a signed-in user in place of a form that they do not need. */
export function AlreadyLoggedIn({ page, to, children }: AlreadyLoggedInProps) {
  const { user } = useAuth();
  return (
    <Page width="narrow">
      <PageTitle>{page}</PageTitle>
      <PageHeader title="Already Logged In" subtitle={user && `You are signed in as ${user.username}.`} />
      <div>
        <ButtonLink to={to} variant="primary">
          {children}
        </ButtonLink>
      </div>
    </Page>
  );
}
