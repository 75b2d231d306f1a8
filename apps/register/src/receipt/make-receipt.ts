import type { Receipt, ReceiptLine, ReceiptPayment } from './receipt.ts';
import type { SaleRecord, TillState } from '#register/till/till.ts';

/** Makes the receipt of a finished sale. */
export function makeReceipt(
  { order, titles }: SaleRecord,
  { fair, settings, device }: Pick<TillState, 'fair' | 'settings' | 'device'>,
): Receipt {
  return {
    id: order.clientOrderId,
    school: fair?.schoolName ?? '',
    fair: fair?.name ?? '',
    register: device?.name ?? '',
    sequence: order.sequence,
    soldAt: order.soldAt,
    timeZone: fair?.timeZone ?? 'UTC',
    lines: order.lines.map((line) => toLine(line, titles)),
    more: { items: 0, cents: 0 },
    subtotalCents: order.subtotalCents,
    taxCents: order.taxCents,
    taxRatePpm: order.taxExempt ? null : order.taxRatePpm,
    totalCents: order.totalCents,
    payments: order.payments.map(toPayment),
    ...toOffice(settings),
  };
}

type Sold = SaleRecord['order'];

function toLine(line: Sold['lines'][number], titles: SaleRecord['titles']): ReceiptLine {
  return {
    quantity: line.quantity,
    title: titles[line.lineNo] ?? line.title ?? line.sku ?? '',
    netCents: line.unitPriceCents * line.quantity - line.discountCents,
    ships: line.fulfilment === 'ship_to_school',
  };
}

function toPayment(payment: Sold['payments'][number]): ReceiptPayment {
  return {
    method: payment.method,
    givenCents: payment.tenderedCents ?? payment.amountCents,
    changeCents: payment.changeCents ?? 0,
    roundingCents: payment.roundingCents ?? 0,
  };
}

function toOffice(settings: TillState['settings']): Pick<Receipt, 'footer' | 'phone' | 'email'> {
  return {
    footer: settings?.receiptFooter ?? '',
    phone: settings?.supportPhone ?? '',
    email: settings?.supportEmail ?? '',
  };
}
