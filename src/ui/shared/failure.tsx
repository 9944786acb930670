import type { ReactNode } from 'react';
import { Banner } from '#ui/primitives/feedback/banner.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { ErrorState, type ErrorStateProps } from '#ui/primitives/feedback/error-state.tsx';

type FailureProps = {
  message: ReactNode;
  /** Makes the call again; without it there is no 'Try Again'. */
  onRetry?: (() => void) | undefined;
  /** With a title the failure replaces the missing content, without one it is a line above the content. */
  title?: string;
  /** Level of the title's heading. */
  level?: ErrorStateProps['level'];
  /** Further ways on, beside the title's 'Try Again'. */
  children?: ReactNode;
};

/** Message about content that did not load, or an action that failed. */
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
