import { type FormEvent, type RefObject, useEffect, useRef } from 'react';
import { fieldTexts } from './field-texts.ts';

type Problem = { readonly field: string; readonly text: string };

/** Error text of a field. @param problem current problem of a form, if any */
export const errorOf = (problem: Problem | null, field: string): string | null =>
  problem?.field === field ? problem.text : null;

/**
 * Moves the focus to the field that has a problem, with each new problem.
 * @param problem a new object for each complaint; null for none
 * @returns for the `<form>`
 */
function useProblemFocus(problem: Pick<Problem, 'field'> | null): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const control = problem && form.current?.elements.namedItem(problem.field);
    if (control instanceof HTMLElement) control.focus();
  }, [problem]);
  return form;
}

/**
 * A form whose fields are read when it is submitted.
 * @param problem as for `useProblemFocus`
 * @param names of the fields
 * @param send receives their values
 * @returns `form`: its ref and its listener; `errorAt`: the error text of a field
 */
export function useForm<N extends string>(
  problem: Problem | null,
  names: readonly N[],
  send: (texts: Record<N, string>) => void,
) {
  const ref = useProblemFocus(problem);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    send(fieldTexts(event.currentTarget, names));
  };
  return { form: { ref, onSubmit }, errorAt: (field: string) => errorOf(problem, field) };
}
