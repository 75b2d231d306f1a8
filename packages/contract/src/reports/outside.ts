import type { ReportHead } from './reports.ts';
import { pluralize } from '../values/counts.ts';
import { formatCents } from '../values/money.ts';

/** Says what a report over some days of a fair leaves out; undefined if it leaves out nothing. */
export function outsideText({ outside }: Pick<ReportHead, 'outside'>): string | undefined {
  if (outside === null) return undefined;
  const { orders, ordersCents, refunds, refundsCents, topUps, topUpsCents } = outside;
  const parts = [
    part(orders, 'order', ordersCents),
    part(refunds, 'refund', refundsCents),
    part(topUps, 'eWallet top-up', topUpsCents),
  ].filter((one) => one !== undefined);
  const isOne = orders + refunds + topUps === 1;
  return `${parts.join('; ')}: of this fair, but ${isOne ? 'lies' : 'lie'} outside of these days.`;
}

function part(count: number, noun: string, cents: number): string | undefined {
  return count === 0 ? undefined : `${pluralize(count, noun)}, ${formatCents(cents)}`;
}
