import type { SoldRefund } from '@pos/contract/sales/register-refunds';
import { dayIn } from '@pos/contract/values/clock';
import type { Access } from './office/access.ts';
import { type Server, toTrouble } from './office/server.ts';
import type { Floor } from './floor.ts';
import type { StoredReturn } from './journal/journal.ts';
import type {
  FindRefusal,
  ReturnableSale,
  ReturnedLine,
  ReturnPlan,
  ReturnRecord,
  ReturnRefusal,
  ReturnRequest,
  Returns,
} from './return-views.ts';
import {
  findTooMuch,
  fromJournal,
  fromOffice,
  isMeant,
  planReturn,
  withReturns,
} from './rules/returning.ts';
import type { Result } from './till.ts';
import { toRecord, toReturnRecord } from './views.ts';

/** Children whose sales are asked for when a name is typed. */
const ASKED_CHILDREN = 3;

/** Returns at this register. A return counts when it is stored, like a sale. */
export class ReturnDesk implements Returns {
  readonly #floor: Floor;
  readonly #server: Server;
  readonly #access: Access;
  readonly #onGiven: () => void;
  /** Sales as the office told them last, by ID. */
  readonly #told = new Map<string, ReturnableSale>();
  #isBusy = false;

  constructor(floor: Floor, server: Server, access: Access, onGiven: () => void) {
    this.#floor = floor;
    this.#server = server;
    this.#access = access;
    this.#onGiven = onGiven;
  }

  findHere(text: string): ReturnableSale[] {
    const { books, shelf } = this.#floor;
    const fair = books.notes.session?.fair.identifier;
    const deviceId = books.notes.pairing?.deviceId ?? '';
    const children = new Set(
      text.trim().length > 1
        ? shelf.findStudents(text, 50).map(({ studentNumber }) => studentNumber)
        : [],
    );
    return [...books.sales.values()]
      .filter(
        ({ fairIdentifier, answer }) => fairIdentifier === fair && answer?.result !== 'rejected',
      )
      .map((sale) =>
        fromJournal(sale, { deviceId, customerName: toRecord(sale, shelf).customerName }),
      )
      .filter((sale) => isMeant(sale, text, children))
      .map((sale) => this.#withCovers(withReturns(sale, books.returns.values())))
      .toReversed();
  }

  #withCovers(sale: ReturnableSale): ReturnableSale {
    const { shelf } = this.#floor;
    const lines = sale.lines.map((line) => ({
      ...line,
      category:
        line.category ?? (line.sku === null ? null : (shelf.title(line.sku)?.category ?? null)),
    }));
    return { ...sale, lines };
  }

  async findAtFair(text: string): Promise<Result<FindRefusal, { sales: ReturnableSale[] }>> {
    const { shelf } = this.#floor;
    const children = shelf.findStudents(text, ASKED_CHILDREN + 1);
    const asked = [
      text.trim(),
      ...(children.length <= ASKED_CHILDREN
        ? children.map(({ studentNumber }) => studentNumber)
        : []),
    ];
    const found = new Map<string, ReturnableSale>();
    for (const search of new Set(asked)) {
      if (search === '') continue;
      const answer = await this.#ask(search);
      if (!answer.ok) return answer;
      for (const sale of answer.sales) found.set(sale.clientOrderId, sale);
    }
    for (const sale of this.findHere(text))
      if (!found.has(sale.clientOrderId)) found.set(sale.clientOrderId, sale);
    const sales = [...found.values()].toSorted((a, b) => b.soldAt.localeCompare(a.soldAt));
    return { ok: true, sales };
  }

  async #ask(search: string): Promise<Result<FindRefusal, { sales: ReturnableSale[] }>> {
    const { books, clock } = this.#floor;
    const fair = books.notes.session?.fair.identifier ?? '';
    const deviceId = books.notes.pairing?.deviceId;
    try {
      const token = await this.#access.tokenFor(fair);
      if (token === null) return { ok: false, reason: 'sign_in_needed' };
      const knownAt = clock.now();
      const { data } = await this.#server.pos(token).findOrders({ query: { search } });
      const sales = data.map((order) => {
        const sale = fromOffice(order, { knownAt, isOfHere: order.deviceId === deviceId });
        this.#told.set(sale.clientOrderId, sale);
        return this.#withCovers(withReturns(sale, books.returns.values()));
      });
      return { ok: true, sales };
    } catch (error) {
      const { kind } = toTrouble(error);
      if (kind === 'unauthorized') this.#access.drop(fair);
      if (kind === 'no_network' || kind === 'unready') return { ok: false, reason: 'no_network' };
      if (kind === 'unauthorized') return { ok: false, reason: 'sign_in_needed' };
      return { ok: false, reason: 'server_trouble' };
    }
  }

  async refresh(sale: ReturnableSale): Promise<ReturnableSale> {
    const answer = this.#server.isReached ? await this.#ask(sale.clientOrderId) : null;
    return (answer?.ok && answer.sales[0]) || this.#fresh(sale);
  }

  /** Returns a sale less everything that came back of it meanwhile. */
  #fresh(sale: ReturnableSale): ReturnableSale {
    const { books } = this.#floor;
    const stored = books.sales.get(sale.clientOrderId);
    const own = sale.knownAt === '' && stored ? fromJournal(stored, sale) : sale;
    const known = this.#told.get(sale.clientOrderId) ?? own;
    return withReturns(known, books.returns.values());
  }

  plan(sale: ReturnableSale, lines: readonly ReturnedLine[]): ReturnPlan {
    return planReturn(sale, lines, this.#roundCash);
  }

  get #roundCash(): boolean {
    return this.#floor.shelf.catalog?.settings.roundCash ?? false;
  }

  async give(request: ReturnRequest): Promise<Result<ReturnRefusal, { given: ReturnRecord }>> {
    const { books, clock, shelf } = this.#floor;
    const before = books.returns.get(request.clientRefundId);
    if (before) return { ok: true, given: toReturnRecord(before, shelf) };
    if (this.#isBusy) return { ok: false, reason: 'waiting_for_answer' };
    const reason = this.#findRefusal(request);
    if (reason) return { ok: false, reason };
    const stored = this.#toStored(request);
    this.#isBusy = true;
    try {
      await books.keep({ returns: [stored], notes: { clock: clock.note() } });
    } catch {
      return { ok: false, reason: 'not_stored' };
    } finally {
      this.#isBusy = false;
      this.#floor.onChange();
    }
    this.#onGiven();
    return { ok: true, given: toReturnRecord(stored, shelf) };
  }

  async addApproval(
    clientRefundId: string,
    approval: NonNullable<ReturnRequest['approval']>,
  ): Promise<Result<'not_stored'>> {
    const { books } = this.#floor;
    const stored = books.returns.get(clientRefundId);
    if (!stored?.needsStaff) return { ok: true };
    const { needsStaff: _, ...given } = stored;
    const refund = { ...given.refund, approvalId: approval.id };
    try {
      await books.keep({ returns: [{ ...given, refund, approvedBy: approval.name }] });
    } catch {
      return { ok: false, reason: 'not_stored' };
    }
    this.#floor.onChange();
    this.#onGiven();
    return { ok: true };
  }

  #findRefusal({ sale, lines, reason, approval }: ReturnRequest): ReturnRefusal | null {
    const { selling, isTraining } = this.#floor;
    const isStopped =
      !selling.allowed && ['read_only', 'signed_out', 'closed'].includes(selling.reason);
    if (isStopped || isTraining) return 'not_selling';
    if (reason.trim() === '') return 'incomplete';
    const fresh = this.#fresh(sale);
    const returned = lines.filter(({ quantity }) => quantity > 0);
    if (returned.length === 0) return 'incomplete';
    if (findTooMuch(fresh, returned).length > 0) return 'nothing_left';
    if (this.plan(fresh, returned).missingCents > 0) return 'not_refundable';
    if (approval || this.#floor.mayApprove) return null;
    return this.#server.isReached ? 'needs_approval' : 'needs_network';
  }

  #toStored({ clientRefundId, sale, lines, reason, approval }: ReturnRequest): StoredReturn {
    const { books, clock } = this.#floor;
    const { session } = books.notes;
    const fresh = this.#fresh(sale);
    const returned = lines.filter(({ quantity }) => quantity > 0);
    const refundedAt = clock.now();
    const items = returned.map(({ lineNo, quantity, isDamaged }) => {
      const {
        sku = null,
        title = '',
        fulfilment,
      } = fresh.lines.find((line) => line.lineNo === lineNo) ?? {};
      const restock = !isDamaged && sku !== null && fulfilment === 'in_person';
      return { lineNo, sku, title, quantity, restock };
    });
    const { missingCents: _none, ...money } = this.plan(fresh, returned);
    const refund: SoldRefund = {
      clientRefundId,
      clientOrderId: sale.clientOrderId,
      refundedAt,
      reason: reason.trim(),
      ...(approval && { approvalId: approval.id }),
      ...(this.#roundCash && { roundCash: true }),
      lines: items.map(({ lineNo, quantity, restock }) => ({ lineNo, quantity, restock })),
    };
    const { orderNumber, deviceId, sequence, studentNumber } = sale;
    return {
      refund,
      of: { orderNumber, deviceId, sequence, studentNumber },
      items: items.map(({ lineNo: _, ...item }) => item),
      ...money,
      cashierName: session?.person.name ?? '',
      approvedBy: approval?.name ?? null,
      fairIdentifier: session?.fair.identifier ?? '',
      day: dayIn(refundedAt, session?.fair.timeZone ?? 'UTC'),
      answer: null,
    };
  }
}
