import type { ReceiptEmail } from '@pos/contract/sales/drawers/receipts';
import type { Parts } from './parts.ts';
import { toTrouble } from './office/server.ts';
import type { EmailRefusal, Result } from './result.ts';

const LONGEST_ANSWER_MS = 15_000;

/** Has the office email the receipt of a sale of this register. The address is not stored here. */
export async function emailReceipt(
  { books, access, server, delivery }: Parts,
  given: ReceiptEmail,
): Promise<Result<EmailRefusal>> {
  const { clientOrderId } = given;
  if (!server.isReached) return { ok: false, reason: 'no_network' };
  if (books.sales.get(clientOrderId)?.answer === null) await delivery.sendNow();
  const sale = books.sales.get(clientOrderId);
  if (!sale?.answer) return { ok: false, reason: server.isReached ? 'not_booked' : 'no_network' };
  try {
    const token = await access.tokenFor(sale.fairIdentifier);
    if (token === null) return { ok: false, reason: 'sign_in_needed' };
    await server
      .pos(token)
      .emailReceipt({ body: given }, { signal: AbortSignal.timeout(LONGEST_ANSWER_MS) });
    return { ok: true };
  } catch (error) {
    const { kind } = toTrouble(error);
    if (kind === 'unauthorized') access.drop(sale.fairIdentifier);
    return { ok: false, reason: REASONS[kind] ?? 'server_trouble' };
  }
}

const REASONS: Partial<Record<ReturnType<typeof toTrouble>['kind'], EmailRefusal>> = {
  no_network: 'no_network',
  unready: 'no_network',
  unauthorized: 'sign_in_needed',
  missing: 'not_booked',
  invalid: 'invalid',
  wait: 'too_many',
};
