import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { ChartsPage } from './page.tsx';

/**
 * Shows the living charts in the place of the application.
 * @param page the React root
 */
export function showCharts(page: Root): void {
  document.title = 'Ready, the living charts';
  page.render(
    <StrictMode>
      <ChartsPage />
    </StrictMode>,
  );
}
