import type { FairLine } from '@pos/contract/inventory';
import { formatCents } from '@pos/contract/values/money';
import { failureText } from '#web/lib/failure.ts';
import { toast } from '#web/ui/toast.tsx';
import { useChangePrice } from './inventory.data.ts';

type Priced = Pick<FairLine, 'id' | 'title' | 'priceCents'>;

/** Reports a changed price in a toast with Undo for ten seconds. */
export function useSayPrice() {
  const { mutateAsync: change } = useChangePrice();
  const undo = async ({ id, title, priceCents }: Priced, before: number): Promise<void> => {
    try {
      await change({ id, priceCents: before, seenPriceCents: priceCents });
      toast.ok({ title: 'Price changed back', detail: `${title}: ${formatCents(before)}` });
    } catch (error) {
      toast.bad({
        title: `${title} could not be changed back`,
        detail: failureText(error).message,
      });
    }
  };
  return (line: Priced, before: number): void =>
    toast.ok({
      title: `${line.title}: price changed`,
      detail: `${formatCents(before)} → ${formatCents(line.priceCents)}. Registers use it after their next sync`,
      // No call sets a price of 0, which a catalog may have.
      ...(before > 0 && { undo: () => void undo(line, before) }),
    });
}
