import { type AnyEventObject, fromCallback } from 'xstate';
import type { HostClock } from '#api/streams/host-clock.ts';

/** The actor that sends a machine the host's time on request. */
export const hostClock = (clock: Pick<HostClock, 'now'>) =>
  fromCallback<AnyEventObject, undefined>(({ receive, sendBack }) =>
    receive(() => sendBack({ type: 'clock.reported', now: clock.now() })),
  );
