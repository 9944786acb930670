import { listSuggestions } from '#common/calls/templates.ts';
import { read } from '../guards/access.ts';
import type { Suggestions } from '#server/domain/documents/suggestions.ts';
import { serve, type Api } from '../serve.ts';

/** Routes of values used before in the regions of a template (`regions.suggestions` in `capabilities`); none if the operator has turned them off. */
export function suggestionRoutes(api: Api, { suggestions }: { suggestions: Suggestions | null }): void {
  if (!suggestions) return;
  serve(
    api,
    listSuggestions,
    {
      access: read('template'),
      about:
        'Values that the organization’s documents of a template hold, by field (`regions.suggestions` in `capabilities`)',
      capability: 'regions.suggestions',
    },
    async ({ actor, id }) => ({ success: true, regions: await suggestions.of(actor, id) }),
  );
}
