/// <reference types="@testing-library/jest-dom/vitest" />
import * as matchers from '@testing-library/jest-dom/matchers';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeAll, expect } from 'vitest';
import { windows } from '#ui/primitives/overlays/frame-of-window.tsx';

/** Methods of elements that Radix uses and jsdom lacks. */
const ELEMENT_STUBS = {
  hasPointerCapture: () => false,
  setPointerCapture: () => undefined,
  releasePointerCapture: () => undefined,
  scrollIntoView: () => undefined,
};

class ResizeObserverStub {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

const ignore = (): void => undefined;

/** Supports one query: a maximum width of the window. */
function matchMediaStub(query: string): MediaQueryList {
  const most = /^\(max-width: ([\d.]+)rem\)$/.exec(query)?.[1];
  const matches = most !== undefined && window.innerWidth <= Number(most) * 16;
  return { matches, addEventListener: ignore, removeEventListener: ignore } as unknown as MediaQueryList;
}

/**
 * Makes jsdom fit for component tests: jest-dom's matchers, a clean document after each test, and the layout calls that Radix makes and jsdom
 * lacks. Call it once at the top of a test file.
 */
export function prepareJsdom(): void {
  // Under Node the namespace of this CommonJS module holds itself once more, as `default`.
  expect.extend(Object.fromEntries(Object.entries(matchers).filter(([name]) => name !== 'default')));
  afterEach(cleanup);
  // In the browser it loads once a screen is drawn.
  beforeAll(windows.load);

  for (const [name, value] of Object.entries(ELEMENT_STUBS)) {
    if (!(name in Element.prototype)) Object.defineProperty(Element.prototype, name, { value, configurable: true });
  }
  globalThis.ResizeObserver ??= ResizeObserverStub;
  globalThis.matchMedia ??= matchMediaStub;
}
