import type { StoredSale } from '../src/till/journal/journal.ts';

/** An empty sale of Jo that waits to be sent, with this number. */
export const storedSale = (sequence: number, changes: Partial<StoredSale> = {}): StoredSale => ({
  order: {
    clientOrderId: crypto.randomUUID(),
    epoch: 1,
    sequence,
    soldAt: '2026-10-14T15:00:00.000Z',
    customerType: 'other',
    studentNumber: null,
    customerName: null,
    taxRatePpm: 0,
    taxExempt: false,
    exemptReason: null,
    exemptCertificateNo: null,
    lines: [],
    subtotalCents: 0,
    taxCents: 0,
    totalCents: 0,
    payments: [],
  },
  titles: {},
  cashierName: 'Jo',
  fairIdentifier: 'HILLTOP',
  day: '2026-10-14',
  answer: null,
  ...changes,
});
