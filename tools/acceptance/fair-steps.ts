import { PaymentMethod } from '@pos/contract/payment-methods';
import { randomUUID } from 'node:crypto';
import { ApiError } from '@pos/contract/client';
import type { FairDetails } from '@pos/contract/fairs';
import type { FairLine } from '@pos/contract/inventory';
import { getOrderSums } from '@pos/contract/money-rules';
import type { SoldOrder } from '@pos/contract/register-orders';
import { everyRow } from '../office/every-row.ts';
import type { Office } from '../office/session.ts';
import type { Register, Sale } from '../simulator/register.ts';

/** Sells one copy of a title on the fair's last day by card, captured or still pending. */
export async function sellOne(
  register: Register,
  fair: FairDetails,
  line: FairLine,
  status: 'completed' | 'pending',
): Promise<SoldOrder> {
  const lines = [
    {
      lineNo: 1,
      sku: line.sku,
      category: null,
      title: null,
      quantity: 1,
      unitPriceCents: line.priceCents,
      discountCents: 0,
      taxable: line.taxable,
      fulfilment: 'in_person' as const,
    },
  ];
  const terms = {
    taxRatePpm: fair.salesTaxRatePpm,
    taxExempt: false,
    exemptReason: null,
    exemptCertificateNo: null,
  };
  const { subtotalCents, taxCents, totalCents } = getOrderSums({ ...terms, lines });
  const payment = {
    clientPaymentId: randomUUID(),
    method: PaymentMethod.creditCard,
    amountCents: totalCents,
    status,
    checkNumber: null,
    cardBrand: 'Visa',
    cardLast4: '4242',
    processorRef: null,
  };
  const sale: Sale = {
    clientOrderId: randomUUID(),
    soldAt: `${fair.endDate}T18:00:00.000Z`,
    customerType: 'parent',
    studentNumber: null,
    customerName: null,
    ...terms,
    lines,
    subtotalCents,
    taxCents,
    totalCents,
    payments: [payment],
  };
  const [order] = await register.sell([sale]);
  await register.deliver();
  return order!;
}

/** Returns every line of a fair's inventory. */
export async function listFairLines({ client }: Office, { id }: FairDetails): Promise<FairLine[]> {
  const lines: FairLine[] = [];
  for await (const line of everyRow((page) =>
    client.inventory.fairInventory({ query: { ...page, fairId: id } }),
  ))
    lines.push(line);
  return lines;
}

/** Returns the refusal of a call; undefined if it succeeded. */
export async function getRefusal(call: Promise<unknown>) {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.refusal;
    throw error;
  }
}
