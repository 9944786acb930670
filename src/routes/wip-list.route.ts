import { wipListMachine } from '#machines/wip-list.machine.ts';
import { WipListScreen } from '#ui/screens/wip-list.tsx';
import { sharedCalls } from './calls.ts';
import { screenRoute } from './screen-route.ts';

export const route = screenRoute(WipListScreen, ({ client }) => {
  const { listTemplates, listWips, deleteWip } = sharedCalls(client);
  return wipListMachine.provide({ actors: { listTemplates, listWips, deleteWip } });
});
