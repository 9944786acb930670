import { CircleCheck, CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '#config/paths.ts';
import { useAuth } from '#ui/session/use-auth.ts';
import type { Step, useSetUp } from '#ui/set-up/use-set-up.ts';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Card, CardList } from '#ui/primitives/layout/card.tsx';
import { ButtonLink } from '../shared/link.tsx';
import styles from './steps.module.css';

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
export function Steps({ setUp: { skip, resume }, steps, labelledBy }: StepsProps) {
  const { user } = useAuth();
  const canBring = user?.capabilities.includes('templates.manage') ?? false;
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
