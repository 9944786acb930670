/** As much of XState and its binding as screens ask for when they are drawn once: a machine is its own actor, in the state that it is drawn in. */
type Told<S> = { getSnapshot(): S };

export const createActor = <T>(machine: T): T => machine;
export const useSelector = <S, R>(actor: Told<S>, select: (snapshot: S) => R): R => select(actor.getSnapshot());
