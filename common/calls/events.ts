import { get } from './call.ts';

/** The event stream of one WIP or template (`s7.events`). */
export const streamOne = get('/events/wips/:id');
/** One stream for many of them (`capabilities.multiplex`). */
export const streamMany = get('/events/wips');
/** The one stream of a display (`capabilities.displays`). */
export const streamOfDisplay = get('/events/displays/self');
