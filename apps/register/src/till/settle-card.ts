import type { Parts } from './parts.ts';
import type { Result } from './result.ts';
import type { SettledCard } from './sale-views.ts';

/** Stores the result of a card payment and sends it. The first one counts. */
export async function settleCard(
  { books, clock, delivery }: Parts,
  { saleId, clientPaymentId, isApproved }: SettledCard,
): Promise<Result<'not_stored'>> {
  try {
    await books.keepFrom(() => {
      const sale = books.sales.get(saleId);
      const before = sale?.cardResults ?? [];
      if (!sale || before.some((each) => each.clientPaymentId === clientPaymentId)) return {};
      const status = isApproved ? 'completed' : 'failed';
      const result = { clientPaymentId, status, at: clock.now(), answer: null } as const;
      return { sales: [{ ...sale, cardResults: [...before, result] }] };
    });
  } catch {
    return { ok: false, reason: 'not_stored' };
  }
  delivery.wake();
  return { ok: true };
}
