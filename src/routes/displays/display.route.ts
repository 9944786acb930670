import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import { createClient } from '#api/client.ts';
import { type Capability, capabilities } from '#common/calls/capabilities.ts';
import * as displays from '#api/resources/displays.ts';
import { displayMachine } from '#machines/displays/display.machine.ts';
import { DisplayScreen } from '#ui/displays/display.tsx';
import { createEventStreams } from '../live/event-streams.ts';
import { createLive, type Live, type LiveParts } from '../live/live-archive.ts';
import { screenRouteWithParts, type Services } from '../screen-route.ts';
import { onWall } from '../live/wall.ts';

/** A display has no session: a refusal is the host's last word. */
const NO_SESSION = { generation: () => 0, refresh: async (): Promise<boolean> => false };

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
    const self = await displays.loadSelf(client, signal);
    announced = self.capabilities;
    return self;
  };
  const has = (capability: Capability): boolean => announced.includes(capability);
  const own: LiveParts = {
    env,
    replyListeners,
    streams: createEventStreams({
      host: env.apiHost,
      many: displays.DISPLAY_STREAMS,
      inspect,
      // One display a browser: there are no other tabs.
      tabs: null,
      isMultiplexed: () => has(capabilities.multiplex),
    }),
    client: displays.clientOfDisplay(client),
    has,
    verifySession: loadSelf,
    requestSessionCheck: () => doubted.dispatchEvent(new Event('doubt')),
  };
  const live = createLive(own);
  const machine = displayMachine.provide({
    actors: {
      loadSelf: fromPromise(({ signal }) => loadSelf(signal)),
      askPairing: fromPromise(() => displays.askPairing(client)),
      claimPairing: fromPromise(() => displays.claimPairing(client)),
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
