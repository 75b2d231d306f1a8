import type { HeavyKind } from '@pos/contract/heavy-kinds';
import type { WaitingWork } from '@pos/contract/staff/heavy-work';
import { Failure } from '../failure.ts';

/**
 * Maximum calls of a kind in this process: running and waiting, in total and per person (`ofOne…`).
 */
type Limits = {
  noun: string;
  atWork: number;
  ofOneAtWork: number;
  waiting: number;
  ofOneWaiting: number;
};

/** Limits by kind. Two at a time leave processors, connections and the event loop to registers. */
const LIMITS: Record<HeavyKind, Limits> = {
  report: { noun: 'reports', atWork: 2, ofOneAtWork: 1, waiting: 60, ofOneWaiting: 20 },
  document: { noun: 'documents', atWork: 2, ofOneAtWork: 1, waiting: 60, ofOneWaiting: 20 },
  upload: { noun: 'uploads', atWork: 3, ofOneAtWork: 3, waiting: 20, ofOneWaiting: 5 },
};
/** Maximum wait of a request for its turn in ms, below the timeouts of browsers and proxies. */
const WAIT_MS = 45_000;

type Waiting = { person: string; isStranger: boolean; start: () => void };
type Lane = { atWork: string[]; waiting: Waiting[] };

/**
 * Runs a few heavy calls of each kind at once and queues the others; the first in line whose person
 * has none of the kind running goes next. Limits apply per process, because several processes share
 * one database but each has its own processors; `workers` on one machine divide them.
 */
export class HeavyWork {
  readonly #workers: number;
  readonly #lanes: Record<HeavyKind, Lane> = {
    report: { atWork: [], waiting: [] },
    document: { atWork: [], waiting: [] },
    upload: { atWork: [], waiting: [] },
  };

  constructor(workers = 1) {
    this.#workers = workers;
  }

  /**
   * Waits for the turn of a call and returns a function that ends it. `person` is the caller;
   * strangers behind one address are not limited as one person. Refuses with 429 RATE_LIMITED
   * beyond the queue, and with 503 after 45 seconds in it. `gone` aborts once no one waits for the
   * response.
   */
  async enter(
    kind: HeavyKind,
    person: string,
    { isStranger, gone }: { isStranger: boolean; gone: AbortSignal },
  ): Promise<() => void> {
    const lane = this.#lanes[kind];
    this.#refuseBeyond(kind, lane, person, isStranger);
    const turn = Promise.withResolvers<void>();
    const entry: Waiting = { person, isStranger, start: turn.resolve };
    const leave = (failure: Failure) => {
      if (!lane.waiting.includes(entry)) return;
      lane.waiting.splice(lane.waiting.indexOf(entry), 1);
      turn.reject(failure);
    };
    const { noun } = LIMITS[kind];
    const late = new Failure(
      'NOT_READY',
      `Too many ${noun} are being created at the moment. Try again in a minute.`,
      { retryAfter: 30 },
    );
    const timer = setTimeout(() => leave(late), WAIT_MS);
    gone.addEventListener('abort', () => leave(late), { once: true });
    lane.waiting.push(entry);
    this.#startNext(kind);
    try {
      await turn.promise;
    } finally {
      clearTimeout(timer);
    }
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      lane.atWork.splice(lane.atWork.indexOf(person), 1);
      this.#startNext(kind);
    };
  }

  /** The calls of a person that wait here, each with its place in line from 1. */
  getWaiting(person: string): WaitingWork[] {
    return Object.entries(this.#lanes).flatMap(([kind, { waiting }]) =>
      waiting.flatMap((entry, index) =>
        entry.person === person ? [{ kind: kind as HeavyKind, place: index + 1 }] : [],
      ),
    );
  }

  #refuseBeyond(kind: HeavyKind, lane: Lane, person: string, isStranger: boolean): void {
    const { noun, waiting, ofOneWaiting } = LIMITS[kind];
    const own = lane.waiting.filter((entry) => entry.person === person).length;
    if (!isStranger && own >= ofOneWaiting) {
      throw new Failure(
        'RATE_LIMITED',
        `${own} of your ${noun} are already waiting. Wait until they are done, then request this one again.`,
        { retryAfter: 10 },
      );
    }
    if (lane.waiting.length >= waiting) {
      throw new Failure(
        'RATE_LIMITED',
        `${lane.waiting.length} ${noun} are already waiting. Try again in a minute.`,
        { retryAfter: 30 },
      );
    }
  }

  #startNext(kind: HeavyKind): void {
    const lane = this.#lanes[kind];
    const { atWork, ofOneAtWork } = LIMITS[kind];
    const most = Math.max(1, Math.floor(atWork / this.#workers));
    while (lane.atWork.length < most) {
      const next = lane.waiting.find(
        ({ person, isStranger }) =>
          isStranger || lane.atWork.filter((one) => one === person).length < ofOneAtWork,
      );
      if (!next) return;
      lane.waiting.splice(lane.waiting.indexOf(next), 1);
      lane.atWork.push(next.person);
      next.start();
    }
  }
}
