import { CircleCheck, CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths, screens } from '#common/config/paths.ts';
import { mayOpen, useAuth } from '#ui/session/use-auth.ts';
import { type SetUpMachine, useSetUp, type Step } from '#ui/set-up/use-set-up.ts';
import { Section, Card, CardList } from '#ui/primitives/layout/card.tsx';
import { PageHeader } from '#ui/primitives/layout/page-header.tsx';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { Failure } from '../shared/failure.tsx';
import { ButtonLink } from '../shared/link.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { AdminPage } from '../session/admin-page.tsx';
import styles from './steps.module.css';

const HEADING = 'set-up';

type SetUpProps = { readonly machine: SetUpMachine };

/** All steps, including done and skipped ones. Requests nothing if the user may not see them. */
export function SetUpScreen({ machine }: SetUpProps) {
  return (
    <AdminPage screen="set-up" title="Set up" may="set Ready up">
      <AllSteps machine={machine} />
    </AdminPage>
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

type SetUp = ReturnType<typeof useSetUp>;
type StepTexts = { title: string; text: ReactNode; to: string | null; act: string };

const ON_THE_SERVER = (
  <>
    On the server: <code>npm run ready -- template import templates</code> brings those that come with Ready.
  </>
);

/** The words of a step, and the place where it is done. */
function textsOf(step: Step, canBringTemplates: boolean): StepTexts {
  switch (step) {
    case 'people':
      return {
        title: 'Make people',
        text: 'Each gets a one-time password, which you hand over.',
        to: paths.people(),
        act: 'People',
      };
    case 'template':
      return {
        title: 'Bring a template',
        text: canBringTemplates
          ? 'An HTML file with places to fill in; or take those that come with Ready.'
          : ON_THE_SERVER,
        to: canBringTemplates ? paths.templates() : null,
        act: 'Templates',
      };
    case 'board':
      return {
        title: 'Make a board',
        text: 'Up to four documents side by side, for a wall.',
        to: paths.newBoard(),
        act: 'New Board',
      };
    case 'display':
      return {
        title: 'Put up a display',
        text: 'A screen that shows a board by itself, paired by a code.',
        to: paths.displays(),
        act: 'Displays',
      };
  }
}

type StepsProps = { readonly setUp: SetUp; readonly steps: SetUp['steps']; readonly labelledBy: string };

/** Steps, each with its link and its result. */
function Steps({ setUp: { skip, resume }, steps, labelledBy }: StepsProps) {
  const { user } = useAuth();
  const canBring = mayOpen(user, screens.templates);
  return (
    <CardList labelledBy={labelledBy}>
      {steps.map(({ step, isDone, isSkipped }) => {
        const { title, text, to, act } = textsOf(step, canBring);
        return (
          <Card
            key={step}
            title={title}
            icon={isDone ? <CircleCheck /> : <CircleDashed />}
            actions={
              <>
                {to !== null && (
                  <ButtonLink to={to} variant={isDone || isSkipped ? 'quiet' : 'secondary'}>
                    {act}
                  </ButtonLink>
                )}
                {!isDone &&
                  (isSkipped ? (
                    <Button variant="quiet" aria-label={`Do it after all: ${title}`} onClick={() => resume(step)}>
                      Do It After All
                    </Button>
                  ) : (
                    <Button variant="quiet" aria-label={`Skip: ${title}`} onClick={() => skip(step)}>
                      Skip
                    </Button>
                  ))}
              </>
            }
          >
            <p className={styles.text}>
              {isDone && <strong>Done. </strong>}
              {!isDone && isSkipped && <strong>Skipped. </strong>}
              {text}
            </p>
          </Card>
        );
      })}
    </CardList>
  );
}
