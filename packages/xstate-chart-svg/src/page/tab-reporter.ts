import type { AnyActorRef, AnyMachineSnapshot, AnyTransitionDefinition, InspectionEvent } from 'xstate';
import { takenKey } from '../coverage.ts';
import { type NewsReport, openWire, type PageRequest, type Report, type ReportedActor, type Wire } from './wire.ts';

/** Most reports that a page gets which is opened later. */
const MOST_LOGGED = 200;

const isChart = (snapshot: unknown): snapshot is AnyMachineSnapshot =>
  typeof snapshot === 'object' && snapshot !== null && 'machine' in snapshot && '_nodes' in snapshot;

const statesOf = (snapshot: AnyMachineSnapshot): string[] => snapshot['_nodes'].map((node: { id: string }) => node.id);

/** Follows the actors of this tab and reports their states to the page of the charts. */
export class TabReporter {
  readonly #tab: string;
  readonly #wire: Wire<Report, PageRequest>;
  readonly #live = new Map<AnyActorRef, ReportedActor>();
  /** Keys of the transitions taken since an actor's last report, or before its first. */
  readonly #fresh = new WeakMap<AnyActorRef, string[]>();
  readonly #taken = new Map<string, Set<string>>();
  /** The last reports, oldest first. */
  #log: NewsReport[] = [];
  #isGone = false;

  /**
   * @param tab a unique name for this tab
   * @param wire the channel to the page
   */
  constructor(tab: string, wire: Wire<Report, PageRequest>) {
    this.#tab = tab;
    this.#wire = wire;
    wire.onMessage(({ kind }) => {
      if (kind === 'forget') this.#taken.clear();
      this.#present();
    });
  }

  /** Reports that this tab is back: the browser has restored it from its cache. */
  comeBack(): void {
    this.#isGone = false;
    this.#present();
  }

  #present(): void {
    const taken = Object.fromEntries([...this.#taken].map(([machine, keys]) => [machine, [...keys]]));
    this.#post({ kind: 'present', tab: this.#tab, actors: [...this.#live.values()], taken, log: this.#log });
  }

  /** Reports that this tab is gone, and nothing after it: its actors still move while it is being closed. */
  leave(): void {
    this.#post({ kind: 'left', tab: this.#tab });
    this.#isGone = true;
  }

  #report(report: NewsReport): void {
    this.#log = [...this.#log, report].slice(-MOST_LOGGED);
    this.#post(report);
  }

  #post(report: Report): void {
    if (!this.#isGone) this.#wire.post(report);
  }

  /** Listener for `createActor(machine, { inspect })`. */
  readonly inspect = (inspected: InspectionEvent): void => {
    const ref = inspected.actorRef as AnyActorRef;
    if (inspected.type === '@xstate.microstep') this.#note(ref, inspected['_transitions']);
    // An actor that never starts (StrictMode creates some) gets no event and is not reported.
    else if (inspected.type === '@xstate.event') this.#begin(ref);
    else if (inspected.type === '@xstate.snapshot' && this.#live.has(ref)) this.#move(ref, inspected.event.type);
  };

  #note(ref: AnyActorRef, transitions: readonly AnyTransitionDefinition[]): void {
    const keys = transitions.map(takenKey).filter((key) => key !== null);
    this.#fresh.set(ref, [...(this.#fresh.get(ref) ?? []), ...keys]);
  }

  #begin(ref: AnyActorRef): void {
    const snapshot: unknown = ref.getSnapshot();
    if (this.#live.has(ref) || !isChart(snapshot) || snapshot.status !== 'active') return;
    const { _parent: above } = ref;
    const parent = above && this.#live.get(above);
    const actor: ReportedActor = {
      id: ref.sessionId,
      machine: snapshot.machine.id,
      parent: parent?.id ?? null,
      states: statesOf(snapshot),
    };
    this.#live.set(ref, actor);
    this.#report({ kind: 'began', tab: this.#tab, actor, taken: this.#count(ref, actor.machine), at: Date.now() });
  }

  #move(ref: AnyActorRef, event: string): void {
    const known = this.#live.get(ref);
    const snapshot: unknown = ref.getSnapshot();
    if (!known || !isChart(snapshot)) return;
    const actor = { ...known, states: statesOf(snapshot) };
    const taken = this.#count(ref, actor.machine);
    const report = { tab: this.#tab, actor, event, at: Date.now() };
    // Being started or stopped from outside is no transition of the chart.
    if (event !== 'xstate.stop' && event !== 'xstate.init') this.#report({ kind: 'moved', ...report, taken });
    if (snapshot.status === 'active') this.#live.set(ref, actor);
    else {
      this.#live.delete(ref);
      this.#report({ kind: 'ended', ...report });
    }
  }

  #count(ref: AnyActorRef, machine: string): string[] {
    const keys = this.#fresh.get(ref) ?? [];
    this.#fresh.delete(ref);
    const taken = this.#taken.get(machine) ?? new Set();
    for (const key of keys) taken.add(key);
    this.#taken.set(machine, taken);
    return keys;
  }
}

/**
 * Starts to report this tab's actors to the page of the charts: names of machines, states and events, never what they carry.
 * @param channel a name that the page has too
 * @returns `inspect` for `createActor(machine, { inspect })` or `actor.system.inspect`
 */
export function reportActors(channel: string): (event: InspectionEvent) => void {
  const reporter = new TabReporter(Math.random().toString(36).slice(2), openWire(channel));
  window.addEventListener('pagehide', () => reporter.leave());
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) reporter.comeBack();
  });
  return reporter.inspect;
}
