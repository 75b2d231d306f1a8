import type { NewDrawerEntry } from '@pos/contract/sales/drawers/drawers';
import { dayIn } from '@pos/contract/values/clock';
import type {
  Counted,
  Drawer,
  DrawerRecord,
  DrawerRefusal,
  DrawerSums,
  NewCount,
  NewMove,
  OfficeDay,
} from './drawer.ts';
import type { Floor } from './floor.ts';
import type { Access } from './office/access.ts';
import { type Server, toTrouble } from './office/server.ts';
import { withoutExpired } from './rules/drawer-outbox.ts';
import { getDrawerSums, getPiecesSum } from './rules/drawer-sums.ts';
import type { Result } from './result.ts';

const LONGEST_ANSWER_MS = 10_000;

/** The drawer of this register. An entry counts when it is stored, like a sale. */
export class DrawerDesk implements Drawer {
  readonly #floor: Floor;
  readonly #server: Server;
  readonly #access: Access;
  readonly #onStored: () => void;

  constructor(floor: Floor, server: Server, access: Access, onStored: () => void) {
    this.#floor = floor;
    this.#server = server;
    this.#access = access;
    this.#onStored = onStored;
  }

  money(): DrawerSums {
    const { sales, returns } = this.#floor.books;
    const cashCents = [...returns.values()]
      .filter((given) => this.#isOfToday(given) && given.answer?.result !== 'rejected')
      .reduce((sum, given) => sum + given.cashCents, 0);
    const own = [...sales.values()].filter((sale) => this.#isOfToday(sale));
    return getDrawerSums(own, cashCents, this.entries());
  }

  entries(): DrawerRecord[] {
    const { drawer = [] } = this.#floor.books.notes;
    return drawer.filter((record) => this.#isOfToday(record)).toReversed();
  }

  #isOfToday({ fairIdentifier, day }: Pick<DrawerRecord, 'fairIdentifier' | 'day'>): boolean {
    const { session } = this.#floor.books.notes;
    return fairIdentifier === session?.fair.identifier && day === this.#floor.today;
  }

  move({ kind, amountCents, reason }: NewMove): Promise<Result<DrawerRefusal>> {
    const text = reason.trim();
    const isComplete = Number.isInteger(amountCents) && amountCents > 0;
    if (!isComplete || (kind === 'pay_out' && text.length < 2))
      return Promise.resolve({ ok: false, reason: 'incomplete' });
    return this.#store((base) =>
      kind === 'pay_out'
        ? { ...base, kind, amountCents, reason: text }
        : { ...base, kind, amountCents, ...(text !== '' && { reason: text }) },
    );
  }

  async count({
    pieces,
    checks,
    checkCents,
    secondPerson,
    reason,
  }: NewCount): Promise<Result<DrawerRefusal, { counted: Counted }>> {
    const [second, countedBy] = [secondPerson.trim(), this.#floor.books.notes.session?.person.name];
    if (second.length < 2 || second.toLowerCase() === countedBy?.toLowerCase())
      return { ok: false, reason: 'incomplete' };
    const sums = this.money();
    const cashCents = getPiecesSum(pieces);
    const used = Object.entries(pieces).filter(([, count]) => count > 0);
    const stored = await this.#store((base) => ({
      ...base,
      kind: 'count',
      cashCents,
      pieces: Object.fromEntries(used),
      checks,
      checkCents,
      expectedCashCents: sums.expectedCents,
      expectedCheckCents: sums.checkCents,
      secondPerson: second,
      ...(reason !== undefined && { reason }),
    }));
    if (!stored.ok) return stored;
    const { enteredBy, entry } = stored.record;
    const counted = { cashCents, sums, countedBy: enteredBy, secondPerson: second, at: entry.at };
    return { ok: true, counted };
  }

  async #store(
    make: (base: { clientEntryId: string; at: string; enteredById: string }) => NewDrawerEntry,
  ): Promise<Result<DrawerRefusal, { record: DrawerRecord }>> {
    const { books, clock, isTraining } = this.#floor;
    const { session } = books.notes;
    if (!session || isTraining) return { ok: false, reason: 'signed_out' };
    const at = clock.now();
    const record: DrawerRecord = {
      entry: make({ clientEntryId: crypto.randomUUID(), at, enteredById: session.person.id }),
      enteredBy: session.person.name,
      fairIdentifier: session.fair.identifier,
      day: dayIn(at, session.fair.timeZone),
      answer: null,
    };
    try {
      await books.keepFrom(() => {
        const kept = withoutExpired(books.notes.drawer ?? [], clock.nowMs());
        return { notes: { drawer: [...kept, record], clock: clock.note() } };
      });
    } catch {
      return { ok: false, reason: 'not_stored' };
    }
    this.#onStored();
    return { ok: true, record };
  }

  async officeDay(): Promise<OfficeDay | null> {
    const { books, today } = this.#floor;
    const fair = books.notes.session?.fair.identifier;
    if (fair === undefined || today === null || !this.#server.isReached) return null;
    try {
      const token = await this.#access.tokenFor(fair);
      if (token === null) return null;
      const { data } = await this.#server
        .pos(token)
        .day({ query: { businessDay: today } }, { signal: AbortSignal.timeout(LONGEST_ANSWER_MS) });
      return data;
    } catch (error) {
      if (toTrouble(error).kind === 'unauthorized') this.#access.drop(fair);
      return null;
    }
  }
}
