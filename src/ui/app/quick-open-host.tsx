import { type ComponentType, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { keepTyped } from '#document/host/typed-on-page.ts';
import { hasDialog, keyOf, useKeys } from '#ui/shared/keys.ts';
import { type OpenDocument, type PickWip, QuickOpenContext, RequestsContext } from '#ui/shared/quick-open-context.ts';
import { useAuth } from '#ui/session/use-auth.ts';
import { Banner, BannerSlot } from '#ui/primitives/feedback/banner.tsx';

/** Quick open's code, which is loaded at the first request. */
export type QuickOpenCode = {
  readonly Screen: ComponentType;
  /** Loads it. @returns true if it has loaded */
  readonly prefetch?: () => Promise<boolean>;
};

export const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform);

/** True for the key of quick open: Ctrl+K, on a Mac ⌘K, where Ctrl+K deletes the rest of a line. */
const asksForIt = (event: KeyboardEvent): boolean =>
  (IS_MAC ? event.metaKey : event.ctrlKey) &&
  !(event.altKey || event.shiftKey || event.defaultPrevented) &&
  keyOf(event) === 'k';

type QuickOpenHostProps = { readonly code: QuickOpenCode | undefined; readonly children: ReactNode };

/** Opens quick open over the screens inside it, by its key or on request of a screen; for signed-in users only. */
export function QuickOpenHost({ code, children }: QuickOpenHostProps) {
  const { user, isDue } = useAuth();
  const id = (!isDue && user?.user_id) || null;
  // The next user must not see lists that one user has read.
  const [asked, setAsked] = useState<{ by: string; requests: number } | null>(null);
  const [isMissing, setMissing] = useState(false);
  const openDocument = useRef<OpenDocument | null>(null);
  const taking = useRef<PickWip | null>(null);
  const access = useMemo(() => {
    const open = async (take: PickWip | null): Promise<boolean> => {
      if (id === null || hasDialog()) return false;
      taking.current = take;
      const isLoaded = (await code?.prefetch?.()) ?? true;
      setMissing(!isLoaded);
      if (isLoaded) setAsked((last) => ({ by: id, requests: last?.by === id ? last.requests + 1 : 1 }));
      return isLoaded && code !== undefined;
    };
    return {
      open: () => open(null),
      pick: (take: PickWip) => void open(take),
      picking: () => taking.current,
      offer: (offered: OpenDocument) => {
        openDocument.current = offered;
        return () => {
          if (openDocument.current === offered) openDocument.current = null;
        };
      },
      offered: () => openDocument.current,
    };
  }, [code, id]);
  useKeys((event) => {
    if (id === null || !asksForIt(event)) return;
    event.preventDefault();
    keepTyped(access.open());
  });
  return (
    <QuickOpenContext value={access}>
      {children}
      {isMissing && (
        <BannerSlot
          placement="toast"
          alert={<Banner tone="error">The search did not load. Try again, or reload the page.</Banner>}
        />
      )}
      {code && id !== null && asked?.by === id && (
        <RequestsContext value={asked.requests}>
          <Suspense fallback={null}>
            <code.Screen key={id} />
          </Suspense>
        </RequestsContext>
      )}
    </QuickOpenContext>
  );
}
