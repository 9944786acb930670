import { templatePickerMachine } from '#machines/documents/template-picker.machine.ts';
import { SelectTemplateScreen } from '#ui/documents/select-template.tsx';
import { sharedCalls } from '../calls.ts';
import { screenRoute } from '../screen-route.ts';

export const route = screenRoute(SelectTemplateScreen, ({ client }) => {
  const { listTemplates, listWips } = sharedCalls(client);
  return templatePickerMachine.provide({ actors: { listTemplates, listWips } });
});
