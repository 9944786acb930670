import type { ReactNode } from 'react';
import type { Phase } from '#ui/shared/phase.ts';
import { EmptyState } from '#ui/primitives/feedback/empty-state.tsx';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { Failure } from '../shared/failure.tsx';

type ListStateProps = {
  phase: Phase;
  count: number;
  message: string | null;
  /** What is awaited, in words, where this is its place. */
  waiting?: string;
  /** What is said when there is nothing. */
  empty: string;
  onRetry: () => void;
  children?: ReactNode;
};

/** A list that is not there, comes, failed or is empty. While it is asked for again the one before stays. */
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

/** Stands where something is awaited. @param label what, in words */
export const Awaited = ({ label }: { label: string }) => <Skeleton label={label} shape="lines" count={1} />;
