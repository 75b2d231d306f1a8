import { getOrderSums } from '@pos/contract/money-rules';
import type { CustomerType } from '@pos/contract/order-states';
import type { SoldLine } from '@pos/contract/register-orders';
import type { FairTerms } from '@pos/contract/register-session';
import { type Habits, WITHOUT_BARCODE } from './habits.ts';
import { pay } from './paying.ts';
import type { Random } from './random.ts';
import type { Sale } from './register.ts';
import type { Shelf } from './shelf.ts';

/** Context of a sale: the fair's terms, its stock, and shopping habits. */
export type Floor = {
  fair: Pick<FairTerms, 'taxRatePpm' | 'schoolTaxExempt' | 'factsEnabled'>;
  maxCheckOverageCents: number;
  roundCash: boolean;
  shelf: Shelf;
  habits: Habits;
};

const SCHOOL_CERTIFICATE = 'EX-1001';
const ORGANIZATION_CERTIFICATE = 'ORG-2207';

/**
 * Generates the next customer's sale and takes it off the shelf; null if nothing is left to sell.
 */
export function nextSale(random: Random, floor: Floor, soldAt: string): Sale | null {
  const { shelf, habits, fair } = floor;
  const customerType = random.weighted(habits.customers);
  const student =
    customerType === 'student' && shelf.students.length > 0 ? random.pick(shelf.students) : null;
  const lines = basket(random, floor, customerType);
  if (lines.length === 0) return null;

  const exemption = exemptionOf(random, floor, customerType);
  const sums = getOrderSums({ taxExempt: exemption.taxExempt, taxRatePpm: fair.taxRatePpm, lines });
  for (const { sku, quantity, fulfilment } of lines)
    if (sku !== null) shelf.take(sku, quantity, fulfilment);
  return {
    clientOrderId: random.uuid(),
    soldAt,
    customerType,
    studentNumber: student?.studentNumber ?? null,
    customerName: null,
    taxRatePpm: fair.taxRatePpm,
    ...exemption,
    lines,
    subtotalCents: sums.subtotalCents,
    taxCents: sums.taxCents,
    totalCents: sums.totalCents,
    payments: pay(random, {
      totalCents: sums.totalCents,
      customerType,
      student,
      maxCheckOverageCents: floor.maxCheckOverageCents,
      roundCash: floor.roundCash,
      factsEnabled: fair.factsEnabled,
      shelf,
      habits,
    }),
  };
}

/** Picks the lines of a basket: each title once, no more copies than in stock. */
function basket(random: Random, { shelf, habits }: Floor, customerType: CustomerType): SoldLine[] {
  const chosen = new Map<string, SoldLine>();
  const wanted = random.weighted(habits.lines) + (customerType === 'school' ? 3 : 0);
  for (let lineNo = 1; lineNo <= wanted; lineNo++) {
    const line = chooseLine(random, shelf, habits, lineNo);
    if (line && !chosen.has(line.sku ?? `box ${line.title}`))
      chosen.set(line.sku ?? `box ${line.title}`, line);
  }
  return [...chosen.values()].map((line, index) => ({ ...line, lineNo: index + 1 }));
}

function chooseLine(random: Random, shelf: Shelf, habits: Habits, lineNo: number): SoldLine | null {
  if (random.chance(habits.withoutBarcode)) {
    const [title, unitPriceCents] = random.pick(WITHOUT_BARCODE);
    return {
      lineNo,
      sku: null,
      category: 'Merchandise',
      title,
      quantity: random.int(1, 3),
      unitPriceCents,
      discountCents: 0,
      taxable: true,
      fulfilment: 'in_person',
    };
  }
  const ordered = random.chance(habits.shipToSchool) ? shelf.toOrder() : [];
  const fulfilment = ordered.length > 0 ? 'ship_to_school' : 'in_person';
  const titles = ordered.length > 0 ? ordered : shelf.onTable();
  if (titles.length === 0) return null;
  const title = popular(random, titles);
  const quantity =
    fulfilment === 'ship_to_school'
      ? 1
      : Math.min(random.weighted(habits.quantities), shelf.copies(title.sku));
  const grossCents = title.priceCents * quantity;
  const discountCents = random.chance(habits.discount)
    ? Math.min(grossCents, random.pick([50, 100, Math.floor(grossCents / 10)]))
    : 0;
  return {
    lineNo,
    sku: title.sku,
    category: null,
    title: null,
    quantity,
    unitPriceCents: title.priceCents,
    discountCents,
    ...(discountCents > 0 && { discountReason: 'Volunteer discount' }),
    taxable: title.taxable,
    fulfilment,
  };
}

/** Picks a title; the first ones are picked more often, so they sell out. */
function popular<Title>(random: Random, titles: readonly Title[]): Title {
  const index = Math.floor(titles.length * random.fraction() ** 1.6);
  return titles[index] ?? random.pick(titles);
}

/**
 * Returns the exemption: the school's own purchase, or a club's with a certificate (domain 8.5).
 */
function exemptionOf(
  random: Random,
  { habits }: Floor,
  customerType: CustomerType,
): Pick<Sale, 'taxExempt' | 'exemptReason' | 'exemptCertificateNo'> {
  if (customerType === 'school')
    return {
      taxExempt: true,
      exemptReason: 'school_purchase',
      exemptCertificateNo: SCHOOL_CERTIFICATE,
    };
  if (customerType === 'other' && random.chance(habits.exemptOrganization))
    return {
      taxExempt: true,
      exemptReason: 'organization',
      exemptCertificateNo: ORGANIZATION_CERTIFICATE,
    };
  return { taxExempt: false, exemptReason: null, exemptCertificateNo: null };
}
