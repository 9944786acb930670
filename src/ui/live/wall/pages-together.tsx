import type { ReactNode } from 'react';
import { PageTurnerProvider, usePagesTogether } from '#ui/live/wall/use-page-turner.ts';

/** Around the panes of a dashboard: their pages turn together. */
export function PagesTogether({ children }: { children: ReactNode }) {
  return <PageTurnerProvider value={usePagesTogether(true)}>{children}</PageTurnerProvider>;
}
