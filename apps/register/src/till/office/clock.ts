import { type FairDays, isFarFromFair } from '@pos/contract/sales/register-clock';
import type { Day, Instant } from '@pos/contract/values';
import { dayIn } from '@pos/contract/values/clock';
import type { Notes } from '../journal/journal.ts';

/** Difference from the server's clock that people should know about. */
const WRONG_MS = 5 * 60_000;
/** A clock that went back less than this was corrected, no more. */
const BACK_MS = 60_000;

/** The time of sales: this device's clock, set by the server's. */
export class Clock {
  #offsetMs: number;
  /** The latest time that this till has seen. */
  #latestMs: number;
  /** True once a server has told its time since this page was opened. */
  #isSet = false;
  readonly #device: () => number;

  constructor(note: Notes['clock'] | undefined, device: () => number = Date.now) {
    this.#device = device;
    this.#offsetMs = note?.offsetMs ?? 0;
    this.#latestMs = note ? Date.parse(note.latest) : 0;
  }

  nowMs(): number {
    return this.#device() + this.#offsetMs;
  }

  now(): Instant {
    return new Date(this.nowMs()).toISOString();
  }

  /** Sets the clock by an answer that was asked for at `askedMs` of this device's clock. */
  learn(serverTime: Instant, askedMs: number): void {
    const midMs = (askedMs + this.#device()) / 2;
    this.#offsetMs = Math.round(Date.parse(serverTime) - midMs);
    this.#isSet = true;
    this.#latestMs = this.nowMs();
  }

  /** Notes that a sale was made now. */
  note(): Notes['clock'] {
    if (!this.#hasGoneBack()) this.#latestMs = this.nowMs();
    return { offsetMs: this.#offsetMs, latest: new Date(this.#latestMs).toISOString() };
  }

  /** Returns what is wrong with this clock, or null. */
  trouble(fair: FairDays | null): 'clock_wrong' | 'clock_doubtful' | null {
    if (this.#isSet) return Math.abs(this.#offsetMs) > WRONG_MS ? 'clock_wrong' : null;
    if (this.#hasGoneBack()) return 'clock_doubtful';
    return fair && isFarFromFair(dayIn(this.now(), fair.timeZone), fair) ? 'clock_doubtful' : null;
  }

  /** True if the days of a fair's sales are certainly over. */
  isAfter(fair: FairDays & { sellingTo: Day }): boolean {
    return (
      this.trouble(fair) !== 'clock_doubtful' && dayIn(this.now(), fair.timeZone) > fair.sellingTo
    );
  }

  #hasGoneBack(): boolean {
    return this.nowMs() < this.#latestMs - BACK_MS;
  }
}
