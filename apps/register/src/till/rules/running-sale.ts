import { MAX_AMOUNT_CENTS, MAX_LINE_UNITS, MAX_PRICE_CENTS } from '@pos/contract/limits';
import type { CustomerType, Fulfilment } from '@pos/contract/sales/order-states';
import type { CatalogTitle } from '@pos/contract/sales/register-catalog';
import type { SoldOrder, SoldPayment } from '@pos/contract/sales/register-orders';
import type { Instant } from '@pos/contract/values';
import type { Discount, Exemption, NewItem, Result, SaleRefusal } from '../till.ts';
import type { SaleApproval } from '../approval-views.ts';
import { shareDiscount } from './discounts.ts';

/** A line of a running sale. Its price is that of the moment when it was added. */
export type RunningLine = {
  id: string;
  sku: string | null;
  title: string;
  category: string | null;
  quantity: number;
  unitPriceCents: number;
  taxable: boolean;
  discount: Discount | null;
  fulfilment: Fulfilment;
};

/** The buyer. A student's name stays in the list of students, apart from what is sold. */
export type Buyer =
  | { type: 'student'; studentNumber: string }
  | { type: Exclude<CustomerType, 'student'>; name: string | null };

/** A sale before it is finished, as it is stored after each change. */
export type RunningSale = {
  /** The `clientOrderId` of the order to be. */
  id: string;
  stage: 'sell' | 'pay' | 'waiting';
  /** Newest first. */
  lines: RunningLine[];
  newestLineId: string | null;
  buyer: Buyer | null;
  exemption: Exemption | null;
  /** Discount of the whole sale, which its lines share. Absent in sales that an older app stored. */
  discount?: Discount | null;
  cashInHandCents: number | null;
  payments: SoldPayment[];
  note: string;
  parkedAt: Instant | null;
  /** Approvals by people with the duty. Absent in sales that an older app stored. */
  approvals?: SaleApproval[];
  /** The order as it was sent while the goods were on the counter, until its answer is known. */
  offer: SoldOrder | null;
};

/** Maximum number of lines of an order. */
const MAX_LINES = 200;

export function beginSale(): RunningSale {
  return {
    id: crypto.randomUUID(),
    stage: 'sell',
    lines: [],
    newestLineId: null,
    buyer: null,
    exemption: null,
    cashInHandCents: null,
    payments: [],
    note: '',
    parkedAt: null,
    offer: null,
  };
}

export type Changed = Result<SaleRefusal, { sale: RunningSale }>;
const refused = (reason: SaleRefusal): Changed => ({ ok: false, reason });
const changed = (sale: RunningSale): Changed => ({ ok: true, sale: shareDiscount(sale) });

/** Returns why the lines and the buyer cannot change any more, or null. */
export function findSaleRefusal(sale: RunningSale): SaleRefusal | null {
  if (sale.stage === 'waiting') return 'waiting_for_answer';
  return sale.payments.length > 0 ? 'payment_taken' : null;
}

/** Adds a copy of a title: its line of the same kind grows, and becomes the newest. */
export function addTitle(
  sale: RunningSale,
  title: CatalogTitle,
  fulfilment: Fulfilment = 'in_person',
): Changed {
  if (!title.active) return refused('not_for_sale');
  const same = sale.lines.find(
    (line) =>
      line.sku === title.sku &&
      line.fulfilment === fulfilment &&
      line.unitPriceCents === title.priceCents,
  );
  return same
    ? putFirst(sale, { ...same, quantity: same.quantity + 1 })
    : putFirst(sale, {
        id: crypto.randomUUID(),
        sku: title.sku,
        title: title.title,
        category: null,
        quantity: 1,
        unitPriceCents: title.priceCents,
        taxable: title.taxable,
        discount: null,
        fulfilment,
      });
}

/** Adds an item without a barcode; the same item again makes its line grow. */
export function addItem(sale: RunningSale, item: NewItem): Changed {
  const { category, unitPriceCents, quantity = 1, taxable = true, code } = item;
  const title = (code === undefined ? item.title : `${item.title} ${code}`).trim();
  if (category === '' || title === '') return refused('incomplete');
  if (!Number.isInteger(unitPriceCents) || unitPriceCents < 0) return refused('incomplete');
  if (unitPriceCents > MAX_PRICE_CENTS) return refused('amount_limit');
  const same = sale.lines.find(
    (line) =>
      line.sku === null &&
      line.title === title &&
      line.category === category &&
      line.unitPriceCents === unitPriceCents &&
      line.taxable === taxable,
  );
  if (same) return putFirst(sale, { ...same, quantity: same.quantity + quantity });
  return putFirst(sale, {
    id: crypto.randomUUID(),
    sku: null,
    title,
    category,
    quantity,
    unitPriceCents,
    taxable,
    discount: null,
    fulfilment: 'in_person',
  });
}

function putFirst(sale: RunningSale, line: RunningLine): Changed {
  if (line.quantity > MAX_LINE_UNITS) return refused('too_many');
  const lines = [line, ...sale.lines.filter(({ id }) => id !== line.id)];
  if (lines.length > MAX_LINES) return refused('too_many_lines');
  return changed({ ...sale, stage: 'sell', lines, newestLineId: line.id });
}

function changeLine(sale: RunningSale, id: string, change: Partial<RunningLine>): Changed {
  if (!sale.lines.some((line) => line.id === id)) return refused('no_line');
  const lines = sale.lines.map((line) => (line.id === id ? { ...line, ...change } : line));
  return changed({ ...sale, lines, newestLineId: id });
}

/** Sets how many of a line are sold; 0 removes it. */
export function setQuantity(sale: RunningSale, id: string, quantity: number): Changed {
  if (!Number.isInteger(quantity) || quantity < 0) return refused('incomplete');
  if (quantity > MAX_LINE_UNITS) return refused('too_many');
  return quantity === 0 ? removeLine(sale, id) : changeLine(sale, id, { quantity });
}

export function removeLine(sale: RunningSale, id: string): Changed {
  const lines = sale.lines.filter((line) => line.id !== id);
  if (lines.length === sale.lines.length) return refused('no_line');
  return changed({ ...sale, lines, newestLineId: lines[0]?.id ?? null });
}

/** Only titles of the catalog can be shipped: the warehouse knows no others. */
export function setFulfilment(sale: RunningSale, id: string, fulfilment: Fulfilment): Changed {
  const line = sale.lines.find((each) => each.id === id);
  if (line?.sku === null) return refused('not_for_sale');
  return changeLine(sale, id, { fulfilment });
}

/** Maximum length of a reason for a discount. */
const MAX_REASON = 120;
/** Maximum length of the number of a certificate. */
const MAX_CERTIFICATE = 60;

/**
 * Sets the discount of a line or of the whole sale (`all`), in whose place it comes; null takes it
 * back. A discount has a reason.
 */
export function setDiscount(sale: RunningSale, id: string, discount: Discount | null): Changed {
  const reason = discount?.reason.trim().slice(0, MAX_REASON);
  if (reason === '') return refused('incomplete');
  if (discount && !isDiscount(discount)) return refused('incomplete');
  const given = discount && { ...discount, reason: reason ?? '' };
  if (id !== 'all') return changeLine({ ...sale, discount: null }, id, { discount: given });
  const lines = sale.lines.map((line) => ({ ...line, discount: null }));
  return changed({ ...sale, discount: given, lines });
}

function isDiscount(discount: Discount): boolean {
  const amount = 'percent' in discount ? discount.percent : discount.cents;
  const most = 'percent' in discount ? 100 : MAX_AMOUNT_CENTS;
  return Number.isInteger(amount) && amount > 0 && amount <= most;
}

/** Returns true if the buyer can buy for the school itself (domain 8.5). */
const isSchool = (buyer: Buyer | null) => buyer?.type === 'school' || buyer?.type === 'teacher';

/** Sets the buyer. The exemption of a school's own purchase ends with another buyer. */
export function setBuyer(sale: RunningSale, buyer: Buyer | null): Changed {
  const endsExemption = sale.exemption?.reason === 'school_purchase' && !isSchool(buyer);
  return changed({ ...sale, buyer, exemption: endsExemption ? null : sale.exemption });
}

/**
 * Sells without tax. Without a certificate somebody has to approve it (8.13). A school's own purchase
 * has the school as buyer (8.5).
 */
export function setExemption(sale: RunningSale, exemption: Exemption | null): Changed {
  if (!exemption) return changed({ ...sale, exemption });
  const isOwn = exemption.reason === 'school_purchase';
  const certificateNo = exemption.certificateNo.trim().slice(0, MAX_CERTIFICATE);
  const buyer: Buyer | null =
    isOwn && !isSchool(sale.buyer) ? { type: 'school', name: null } : sale.buyer;
  return changed({ ...sale, buyer, exemption: { ...exemption, certificateNo } });
}
