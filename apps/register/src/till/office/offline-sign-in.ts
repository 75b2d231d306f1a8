import type { RegisterPerson } from '@pos/contract/sales/register-people';
import type { Books } from '../journal/books.ts';
import type { Clock } from './clock.ts';
import { isCode, makeCheck } from './code-check.ts';
import type { Result, StartRefusal } from '../till.ts';

/** As at the server: five wrong codes at a device lock it for 15 minutes. */
const MAX_WRONG = 5;
const LOCKED_MS = 15 * 60_000;

/** Says without a network whether a code is a person's. Wrong codes are counted over reloads. */
export class OfflineSignIn {
  readonly #books: Books;
  readonly #clock: Clock;

  constructor(books: Books, clock: Clock) {
    this.#books = books;
    this.#clock = clock;
  }

  /**
   * Keeps a check of the code of a person who has signed in with a network, for a morning without.
   */
  async remember({ id }: Pick<RegisterPerson, 'id'>, secretCode: string): Promise<void> {
    const check = await makeCheck(secretCode);
    this.#books.keepSoon({
      checks: { ...this.#books.notes.checks, [id]: check },
      wrongCodes: null,
    });
  }

  /** Checks a code by what the server gave, or by an earlier sign-in on this device. */
  async check(person: RegisterPerson, secretCode: string): Promise<Result<StartRefusal>> {
    const check = this.#books.notes.checks?.[person.id] ?? person.codeCheck;
    if (!check) return { ok: false, reason: 'needs_network' };
    const waitMs = this.#waitMs();
    if (waitMs > 0)
      return { ok: false, reason: 'locked', detail: String(Math.ceil(waitMs / 1_000)) };
    if (await isCode(secretCode, check)) {
      this.#books.keepSoon({ wrongCodes: null });
      return { ok: true };
    }
    await this.#countWrong();
    return { ok: false, reason: 'wrong_code' };
  }

  /** A clock that was set back does not end the lock, nor does it last longer than it should. */
  #waitMs(): number {
    const { wrongCodes } = this.#books.notes;
    if (!wrongCodes || wrongCodes.count < MAX_WRONG) return 0;
    const waitedMs = Math.max(0, this.#clock.nowMs() - Date.parse(wrongCodes.at));
    return LOCKED_MS - waitedMs;
  }

  async #countWrong(): Promise<void> {
    const { wrongCodes } = this.#books.notes;
    const before = wrongCodes && wrongCodes.count < MAX_WRONG ? wrongCodes.count : 0;
    await this.#books.keep({ notes: { wrongCodes: { count: before + 1, at: this.#clock.now() } } });
  }
}
