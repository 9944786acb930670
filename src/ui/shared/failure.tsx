import type { ReactNode } from 'react';
import { Banner } from '#ui/primitives/feedback/banner.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { ErrorState, type ErrorStateProps } from '#ui/primitives/feedback/error-state.tsx';

type FailureProps = {
  message: ReactNode;
  /** Makes the call again; without it 'Try Again' is not offered. */
  onRetry?: (() => void) | undefined;
  /** With a title it stands in place of what did not come, without one in a line above what is there. */
  title?: string;
  /** Of the title's heading. */
  level?: ErrorStateProps['level'];
  /** Further ways on, beside the title's 'Try Again'. */
  children?: ReactNode;
};

/** Something did not come or did not work. */
export function Failure({ message, onRetry, title, level = 2, children }: FailureProps) {
  const look = title === undefined ? ({ size: 'small' } as const) : level < 3 && ({ variant: 'primary' } as const);
  const retry = onRetry && (
    <Button {...look} onClick={onRetry}>
      Try Again
    </Button>
  );
  if (title === undefined) {
    return (
      <Banner tone="error" actions={retry}>
        {message}
      </Banner>
    );
  }
  return (
    <ErrorState
      level={level}
      title={title}
      message={message}
      actions={
        <>
          {retry}
          {children}
        </>
      }
    />
  );
}
