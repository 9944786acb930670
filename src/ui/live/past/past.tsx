import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { hasCapability, useAuth } from '#ui/session/use-auth.ts';
import { type PastMachine, PastProvider, usePastScreen } from './use-past.ts';

type PastProps = { readonly machine: PastMachine; readonly children?: ReactNode };

/** Around a live screen: at a host with records it can show earlier moments. */
export function Past({ machine, children }: PastProps) {
  if (!hasCapability(useAuth().user, 'records')) return children;
  return <WithMoments machine={machine}>{children}</WithMoments>;
}

function WithMoments({ machine, children }: PastProps) {
  return <PastProvider value={usePastScreen(machine, useLocation())}>{children}</PastProvider>;
}
