/** Error text of a field. @param problem current problem of a form, if any */
export const errorOf = (problem: { field: string; text: string } | null, field: string): string | null =>
  problem?.field === field ? problem.text : null;
