import type { Suggestions } from '#server/domain/documents/suggestions.ts';
import { addRoute, type Api } from '../route.ts';

/** Routes of values used before in the regions of a template (`regions.suggestions` in `capabilities`). */
export function suggestionRoutes(api: Api, suggestions: Suggestions): void {
  addRoute(api, {
    route: 'GET /v1/templates/:id/suggestions',
    handle: async ({ actor, id }) => ({ success: true, regions: await suggestions.of(actor, id('id', 'template')) }),
  });
}
