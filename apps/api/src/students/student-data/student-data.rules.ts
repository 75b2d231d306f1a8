import { pageAddress } from '@pos/contract/addresses';
import type { Reason } from '@pos/contract/errors';
import { plainPlural } from '@pos/contract/values/counts';
import { plainCents } from '@pos/contract/values/money';
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
      text: `${plainPlural(open.liveFairs, 'fair is', 'fairs are')} live. Registers need the names until it ends.`,
      count: open.liveFairs,
      link: pageAddress('fairs', { schoolId }),
    },
    {
      code: 'EWALLETS',
      text: `${plainPlural(open.wallets, 'eWallet holds', 'eWallets hold')} ${plainCents(open.walletCents)}. Pay it out first.`,
      count: open.wallets,
      link: pageAddress('students', { schoolId, hasBalance: 'true' }),
    },
    {
      code: 'PAYMENTS_WAITING',
      text: `${plainPlural(open.payments, 'student has', 'students have')} payments that are pending or under review.`,
      count: open.payments,
      link: pageAddress('payments', { schoolId, status: 'pending,under_review' }),
    },
    {
      code: 'ORDERS_OPEN',
      text: `${plainPlural(open.orders, 'student has', 'students have')} orders that are open or still to ship.`,
      count: open.orders,
      link: pageAddress('orders', { schoolId }),
    },
    {
      code: 'ORDERS_HELD',
      text: `${plainPlural(open.held, 'held order waits', 'held orders wait')} for a decision.`,
      count: open.held,
      link: pageAddress('orders', { view: 'held', schoolId }),
    },
  ].filter(({ count }) => count > 0);
}
