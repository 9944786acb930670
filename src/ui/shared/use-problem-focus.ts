import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to the field that has a problem, with each new problem.
 * @param problem a new object for each complaint; null for none
 * @returns for the `<form>`
 */
export function useProblemFocus(problem: { readonly field: string } | null): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const control = problem && form.current?.elements.namedItem(problem.field);
    if (control instanceof HTMLElement) control.focus();
  }, [problem]);
  return form;
}
