import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import { type Client, createClient } from '#api/client.ts';
import { type Capability, capabilities } from '#common/config/capabilities.ts';
import { claimPairing, ofDisplay, readSelf, requestPairing } from '#common/calls/displays.ts';
import { streamOfDisplay } from '#common/calls/archives.ts';
import { displayMachine } from '#machines/displays/display.machine.ts';
import { DisplayScreen } from '#ui/displays/display.tsx';
import { createEventStreams } from '../live/event-streams.ts';
import { createLive, type Live, type LiveParts } from '../live/live-archive.ts';
import { screenRouteWithParts, type Services } from '../screen-route.ts';
import { onWall } from '../live/wall.ts';

/** A display has no session: a refusal is the host's last word. */
const NO_SESSION = { generation: () => 0, refresh: async (): Promise<boolean> => false };

/** A display makes the calls of live views by its own cookie. */
const clientOfDisplay = (client: Client): Client => ({
  call: (call, ...rest) => client.call(ofDisplay(call), ...rest),
});

type DisplayParts = { machine: typeof displayMachine; live: Live };
const made = new WeakMap<Services, DisplayParts>();

/** The machines of the display that this browser is. */
function partsOf(services: Services): DisplayParts {
  const parts = made.get(services) ?? makeParts(services);
  made.set(services, parts);
  return parts;
}

function makeParts(services: Services): DisplayParts {
  const { env, replyListeners, inspect } = services;
  const client = createClient({
    host: env.apiHost,
    gate: NO_SESSION,
    readCookies: () => document.cookie,
    onReply: (date) => replyListeners.forEach((listener) => listener(date)),
  });
  let announced: readonly string[] = [];
  const doubted = new EventTarget();
  const loadSelf = async (signal: AbortSignal) => {
    const self = await client.call(readSelf, {}, { signal });
    announced = self.capabilities;
    return self;
  };
  const has = (capability: Capability): boolean => announced.includes(capability);
  const own: LiveParts = {
    env,
    replyListeners,
    streams: createEventStreams({
      host: env.apiHost,
      many: streamOfDisplay.path,
      inspect,
      // One display a browser: there are no other tabs.
      tabs: null,
      isMultiplexed: () => has(capabilities.multiplex),
    }),
    client: clientOfDisplay(client),
    has,
    verifySession: loadSelf,
    requestSessionCheck: () => doubted.dispatchEvent(new Event('doubt')),
  };
  const live = createLive(own);
  const machine = displayMachine.provide({
    actors: {
      loadSelf: fromPromise(({ signal }) => loadSelf(signal)),
      askPairing: fromPromise(() => client.call(requestPairing, {})),
      claimPairing: fromPromise(() => client.call(claimPairing, {})),
      watchDisplay: fromCallback<AnyEventObject, { uuid: string }>(({ input, sendBack }) => {
        const doubt = (): void => sendBack({ type: 'display.changed' });
        doubted.addEventListener('doubt', doubt);
        const end = live.watch([input.uuid], (type) =>
          sendBack({ type: type === 'topic.changed' ? 'display.changed' : type }),
        );
        return () => {
          doubted.removeEventListener('doubt', doubt);
          end();
        };
      }),
    },
  });
  return { machine, live };
}

export const route = onWall(
  screenRouteWithParts(
    DisplayScreen,
    (services) => partsOf(services).machine,
    (services) => {
      const { archive, board } = partsOf(services).live;
      return { pane: archive, board };
    },
  ),
  (services) => partsOf(services).live.wall,
);
