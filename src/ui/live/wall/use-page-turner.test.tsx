// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { prepareJsdom } from '#tests/support/jsdom/jsdom-setup.ts';
import { createActor, createMachine } from 'xstate';
import { pageTurnerMachine } from '#machines/live/page-turner.machine.ts';
import { PageTurnerProvider, usePageTurner } from './use-page-turner.ts';

prepareJsdom();

it('a pane that is replaced takes its pages with it, and the others no longer wait for them', () => {
  const turner = createActor(pageTurnerMachine).start();
  const document = createMachine({ context: { pages: 3 } });
  const owner = createActor(createMachine({ invoke: { id: 'document', src: document } })).start();
  const { result, unmount } = renderHook(() => usePageTurner(owner, 'left'), {
    wrapper: ({ children }) => <PageTurnerProvider value={turner}>{children}</PageTurnerProvider>,
  });
  expect(result.current.count).toBe(3);
  unmount();
  expect(turner.getSnapshot().context.counts).toEqual({ left: 1 });
});
