import { Check } from 'lucide-react';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import styles from './step-indicator.module.css';

export interface StepIndicatorProps {
  /** Goal of the steps, for assistive technology. */
  readonly label: string;
  /** The steps' words, in order. */
  readonly steps: readonly string[];
  /** The current step, from 0; `steps.length` when all are done. */
  readonly current: number;
}

/** Progress in a short row of steps: done ones are solid with a tick, the current one is marked, later ones are dashed. */
export function StepIndicator({ label, steps, current }: StepIndicatorProps) {
  return (
    <ol role="list" className={styles.steps} aria-label={label}>
      {steps.map((step, index) => {
        const state = index < current ? 'done' : index === current ? 'current' : 'coming';
        return (
          <li key={step} className={styles[state]} aria-current={state === 'current' ? 'step' : undefined}>
            <span className={styles.mark} aria-hidden="true">
              {state === 'done' ? <Check /> : index + 1}
            </span>
            <VisuallyHidden>{`Step ${index + 1}: `}</VisuallyHidden>
            <span>{step}</span>
            {state === 'done' && <VisuallyHidden>, done</VisuallyHidden>}
          </li>
        );
      })}
    </ol>
  );
}
