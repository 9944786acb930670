import { expect, it, vi } from 'vitest';
import { createSharedRefresh } from './shared-refresh.ts';

it('renews the session by itself where another tab keeps its turn', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  // As the browser's: what waits for a turn that is never given ends by its signal alone.
  const request = (_name: string, { signal }: LockOptions): Promise<void> =>
    signal ? Promise.reject(signal.reason as Error) : Promise.resolve();
  const refreshToken = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const tabs = { locks: { request } } as unknown as Parameters<typeof createSharedRefresh>[0]['tabs'];
  await createSharedRefresh({ tabs, host: 'https://host.example', refreshToken })(() => 0);
  expect(refreshToken).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
});
