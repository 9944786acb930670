/** A moment: ISO 8601 text in UTC with milliseconds, which sorts as time does. */
export type Moment = string;
