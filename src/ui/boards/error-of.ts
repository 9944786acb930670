/** What is said at a field. @param problem the one that a form has now, if any */
export const errorOf = (problem: { field: string; text: string } | null, field: string): string | null =>
  problem?.field === field ? problem.text : null;
