import { pageAddress } from '@pos/contract/addresses';
import type { Reason } from '@pos/contract/errors';
import { pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import type { OpenBusiness } from './student-data.queries.ts';

/** Lists what blocks erasing all students of a school. */
export function getObstacles(schoolId: string, open: OpenBusiness): Reason[] {
  return [
    {
      code: 'ERASURE_RUNNING',
      text: 'An erasure of this school is running.',
      count: open.running,
    },
    {
      code: 'FAIR_LIVE',
      text: `${pluralize(open.liveFairs, 'fair is', 'fairs are')} live. Registers need the names until it ends.`,
      count: open.liveFairs,
      link: pageAddress('fairs', { schoolId }),
    },
    {
      code: 'EWALLETS',
      text: `${pluralize(open.wallets, 'eWallet holds', 'eWallets hold')} ${formatCents(open.walletCents)}. Pay it out first.`,
      count: open.wallets,
      link: pageAddress('students', { schoolId, hasBalance: 'true' }),
    },
    {
      code: 'PAYMENTS_WAITING',
      text: `${pluralize(open.payments, 'student has', 'students have')} payments that are pending or under review.`,
      count: open.payments,
      link: pageAddress('payments', { schoolId, status: 'pending,under_review' }),
    },
    {
      code: 'ORDERS_OPEN',
      text: `${pluralize(open.orders, 'student has', 'students have')} orders that are open or still to ship.`,
      count: open.orders,
      link: pageAddress('orders', { schoolId }),
    },
    {
      code: 'ORDERS_HELD',
      text: `${pluralize(open.held, 'held order waits', 'held orders wait')} for a decision.`,
      count: open.held,
      link: pageAddress('orders', { view: 'held', schoolId }),
    },
  ].filter(({ count }) => count > 0);
}
