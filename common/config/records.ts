/** Number to which records are counted, apart from the other numbers: the first file does not need it. */
export const RECORDS_COUNTED = 200;
