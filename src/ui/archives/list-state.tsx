import type { ReactNode } from 'react';
import type { Phase } from '#ui/shared/phase.ts';
import { EmptyState } from '#ui/primitives/feedback/empty-state.tsx';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { Failure } from '../shared/failure.tsx';

type ListStateProps = {
  phase: Phase;
  count: number;
  message: string | null;
  /** Text for loading, if this is its place. */
  waiting?: string;
  /** Text for an empty list. */
  empty: string;
  onRetry: () => void;
  children?: ReactNode;
};

/** A list that was not requested, is loading, has failed or is empty. While it is loading again the earlier one stays. */
export function ListState({ phase, count, message, waiting, empty, onRetry, children }: ListStateProps) {
  if (phase === 'unasked') return null;
  if (phase === 'loading' && count === 0) return waiting !== undefined && <Awaited label={waiting} />;
  if (phase === 'loaded' && count === 0) return <EmptyState message={empty} />;
  return (
    <>
      {phase === 'failed' && <Failure message={message} onRetry={onRetry} />}
      {count > 0 && children}
    </>
  );
}

/** Placeholder for a list that is loading. @param label its text */
export const Awaited = ({ label }: { label: string }) => <Skeleton label={label} shape="lines" count={1} />;
