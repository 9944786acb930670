import { useId } from 'react';
import { Panel } from '#ui/primitives/layout/app-frame.tsx';

type JobProgressProps = {
  readonly job: { readonly done: number; readonly total: number };
  readonly doing: string;
  /** The words for its outcome. */
  readonly then: string;
};

/** How far a job of the host is (ADR 74): shown wherever its form is, since the page may have been left meanwhile. */
export function JobProgress({ job: { done, total }, doing, then }: JobProgressProps) {
  const label = useId();
  return (
    <Panel>
      <p id={label}>{`${doing}: ${done} of ${total}`}</p>
      <progress
        style={{ inlineSize: '100%', accentColor: 'var(--color-accent)' }}
        aria-labelledby={label}
        value={done}
        max={total}
      />
      <p>{`You may leave this page: it goes on, and ${then}.`}</p>
    </Panel>
  );
}
