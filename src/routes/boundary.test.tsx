// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Link, MemoryRouter, useLocation } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { prepareJsdom } from '#tests/support/jsdom/jsdom-setup.ts';
import { RouteBoundary } from './boundary.tsx';

prepareJsdom();

function Screen() {
  const { pathname } = useLocation();
  if (pathname === '/broken') throw new Error('A defect of this screen.');
  return <p>{`at ${pathname}`}</p>;
}

it('tells of an error of a screen until another address is opened', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const onError = vi.fn<() => void>();
  render(
    <MemoryRouter initialEntries={['/broken']}>
      <Link to="/whole">Elsewhere</Link>
      <RouteBoundary onError={onError}>
        <Screen />
      </RouteBoundary>
    </MemoryRouter>,
  );
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible();
  expect(onError).toHaveBeenCalledOnce();
  await act(async () => void fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' })));
  expect(screen.getByText('at /whole')).toBeVisible();
});
