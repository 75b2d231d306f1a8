import type { StockAdjustment } from '@pos/contract/stock/adjustments';
import type { AdjustedLine } from '@pos/contract/stock/inventory';
import { pluralize } from '@pos/contract/values/counts';
import { failureText } from '#web/lib/api/failure.ts';
import { toast } from '#web/ui/messages/toast.tsx';
import { useUpdateLine } from './inventory.data.ts';
import { changeWords, meanwhileWords } from './change-words.ts';

type Adjustment = Pick<
  StockAdjustment,
  'operation' | 'updatedQuantity' | 'seenQuantity' | 'reason'
>;

/**
 * Reports the result of an adjustment in a toast with Undo for ten seconds: the same units in
 * reverse, for the same reason.
 */
export function useSayChange() {
  const { mutateAsync: update } = useUpdateLine();
  const undo = async (
    line: AdjustedLine,
    { operation, updatedQuantity, reason }: Adjustment,
  ): Promise<void> => {
    try {
      const note = 'Undo of the last adjustment';
      // A count is not undone as a count, because nothing was counted this time.
      const after = await update({
        id: line.id,
        operation: operation === 'add' ? 'remove' : 'add',
        updatedQuantity,
        seenQuantity: line.totalNewQuantity,
        reason: reason === 'count' ? 'correction' : reason,
        note,
      });
      toast.ok({ title: 'Adjustment undone', detail: `${line.title}. ${changeWords(after)}` });
    } catch (error) {
      toast.bad({
        title: `${line.title} could not be changed back`,
        detail: failureText(error).message,
      });
    }
  };
  return (line: AdjustedLine, body: Adjustment): void => {
    const detail = [changeWords(line), meanwhileWords(line, body.seenQuantity)]
      .filter(Boolean)
      .join('. ');
    toast.ok({
      title: `${line.title}: ${body.operation === 'add' ? 'added' : 'removed'} ${pluralize(body.updatedQuantity, 'unit', 'units')}`,
      detail,
      undo: () => void undo(line, body),
    });
  };
}
