/** Number to which records are counted, apart from the other numbers: the first file does not need it. */
export const RECORDS_COUNTED = 200;
/** Maximum characters of the reason of a hold. */
export const REASON_MAX = 500;
