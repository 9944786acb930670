/**
 * True if a field holds text that its browser cannot read as a value of the field's type: its value is then the empty string, although the field is
 * not empty. A script cannot get at that text.
 */
export const isUnreadable = (element: Element): boolean => {
  const { value, validity } = element as Partial<HTMLInputElement>;
  return value === '' && validity?.badInput === true;
};

const NOT_READ: Readonly<Record<string, string>> = {
  number: 'Not a number',
  date: 'Not a whole date',
  month: 'Not a whole month',
  week: 'Not a whole week',
  time: 'Not a whole time',
  'datetime-local': 'Not a whole date and time',
};

/** Words beside such a field. @param type of the field */
export const unreadableText = (type: string): string =>
  `${NOT_READ[type] ?? 'Not a value of this field'}: it is not saved`;
