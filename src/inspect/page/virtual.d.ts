declare module 'virtual:ready-charts' {
  /** A piece of a drawing: tag, attributes as React names them, and children. */
  export type Piece = [tag: string, attributes: Record<string, string>, ...inside: (Piece | string)[]];
  export type ChartDrawing = { title: string; width: number; height: number; picture: Piece };
  export type Chart = {
    id: string;
    /** The feature whose folder has the machine. */
    feature: string;
    /** The first sentence before the machine in its file. */
    about: string;
    states: number;
    transitions: { key: string; text: string }[];
    drawings: ChartDrawing[];
    /** The chart as one source that needs no other file. */
    source: string;
  };
  /** Every machine of the application, as `tools/charts/live.ts` draws them. */
  export const charts: Chart[];
}
