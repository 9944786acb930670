import { inside } from '../realm.ts';

const WRITTEN = /^(text|search|url|tel|email|number|date|time|month|week|datetime-local|textarea|hidden|color|range)$/;

/** Types that ignore `readOnly`, or lose their button by it. */
const PICKED = /^(color|range|date|time|month|week|datetime-local)$/;
const LEAVES = /^(Tab|Escape|F\d+)$/;

/** Keeps a control from changing without the grey of a disabled one, which could not be read from across a room. The frame's style keeps the mouse out. */
function hold(control: HTMLElement): void {
  control.setAttribute('aria-disabled', 'true');
  control.setAttribute('data-ready-locked', '');
  // A press on its label is a press on it.
  control.addEventListener('click', (event) => event.preventDefault());
  control.addEventListener('keydown', (event) => {
    if (!LEAVES.test(event.key)) event.preventDefault();
  });
}

const labels = new WeakMap<Element, () => void>();

/** Updates the label of a control of a read-only view whose value was set back. */
export const relabel = (element: Element | null): void => void (element && labels.get(element)?.());

/**
 * Makes a control of a read-only view read-only. To assistive technology a text control becomes a note with its name and text: as a text box it
 * would be announced as a place to write in.
 * @param nameOf returns the region's name
 */
export function lock(element: HTMLElement, nameOf: () => string): void {
  const control = element as HTMLInputElement;
  if (!WRITTEN.test(control.type)) return hold(control);
  if (PICKED.test(control.type)) hold(control);
  else control.readOnly = true;
  control.setAttribute('role', 'note');
  const updateLabel = (): void =>
    control.setAttribute('aria-label', control.value === '' ? nameOf() : `${nameOf()}: ${control.value}`);
  updateLabel();
  labels.set(element, updateLabel);
  control.addEventListener('input', inside(updateLabel));
}
