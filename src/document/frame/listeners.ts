type Handler = (event: Event) => void;

/**
 * Makes a function that listens to the window's events before all others: one listener for all handlers of a type, so that the realm is put in place
 * once for an event.
 * @param held makes of a function one that may run in the document's realm
 */
export function listeners(held: (handler: Handler) => Handler) {
  const handlers: Record<string, Handler[]> = {};
  return <K extends keyof WindowEventMap>(type: K, handler: (event: WindowEventMap[K]) => void): void => {
    const all = (handlers[type] ??= []);
    if (all.push(handler as Handler) > 1) return;
    const handleAll = held((event) => all.forEach((one) => one(event)));
    addEventListener(type, handleAll, true);
  };
}
