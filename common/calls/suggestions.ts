import * as v from 'valibot';

const region = v.object({ id: v.string(), values: v.array(v.string()) });

/** GET /v1/templates/{id}/suggestions: values that documents of the template hold, by region; the most used first. */
export const suggestionsReply = v.object({ regions: v.array(region) });
export type RegionSuggestions = v.InferOutput<typeof region>;
