import { ADMIN_PERMISSION } from '#config/constants.ts';
import { paths } from '#config/paths.ts';
import { hasCapability, hasPermission, useAuth } from '#ui/session/use-auth.ts';
import { type SetUpMachine, useSetUp } from '#ui/set-up/use-set-up.ts';
import { Page } from '#ui/primitives/layout/app-frame.tsx';
import { Section } from '#ui/primitives/layout/card.tsx';
import { PageHeader } from '#ui/primitives/layout/page-header.tsx';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { Failure } from '../shared/failure.tsx';
import { ButtonLink } from '../shared/link.tsx';
import { PageTitle } from '../shared/page-title.tsx';
import { Steps } from './steps.tsx';

const HEADING = 'set-up';

type SetUpProps = { readonly machine: SetUpMachine };

/** All steps, including done and skipped ones. Requests nothing if the user may not see them. */
export function SetUpScreen({ machine }: SetUpProps) {
  const { user } = useAuth();
  const isAllowed = hasCapability(user, 'users.manage') && hasPermission(user, ADMIN_PERMISSION);
  return (
    <Page>
      <PageTitle>Set up</PageTitle>
      {isAllowed ? (
        <AllSteps machine={machine} />
      ) : (
        <Failure level={1} title="Access Denied" message="Only administrators set Ready up." />
      )}
    </Page>
  );
}

function AllSteps({ machine }: SetUpProps) {
  const setUp = useSetUp(machine);
  return (
    <>
      <PageHeader title="Set up" subtitle="From an empty installation to your document on a wall." />
      {setUp.loading && <Skeleton label="Loading the steps" shape="lines" count={4} />}
      {setUp.message !== null && (
        <Failure title="Error Loading the Steps" message={setUp.message} onRetry={setUp.retry} />
      )}
      {setUp.steps.length > 0 && (
        <Section title="Steps" id={HEADING}>
          <Steps setUp={setUp} steps={setUp.steps} labelledBy={HEADING} />
        </Section>
      )}
    </>
  );
}

/** The dashboard's part: there while steps are missing, and silent where that is not known. */
export function SetUpList({ machine }: SetUpProps) {
  const setUp = useSetUp(machine);
  const { loading, message, missing, steps } = setUp;
  if (!loading && (message !== null || missing.length === 0)) return null;
  const done = steps.length - missing.length;
  return (
    <Section
      title="Set up"
      id={HEADING}
      hint={loading ? undefined : `${done} of ${steps.length} done or skipped`}
      aside={
        <ButtonLink to={paths.setUp()} variant="quiet" size="small">
          All Steps
        </ButtonLink>
      }
    >
      {loading ? (
        <Skeleton label="Loading the steps" shape="lines" count={4} />
      ) : (
        <Steps setUp={setUp} steps={steps.filter(({ step }) => missing.includes(step))} labelledBy={HEADING} />
      )}
    </Section>
  );
}
