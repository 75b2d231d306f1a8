import type {
  FairInventoryUpdate,
  StockAdjustment,
  StockTransfer,
} from '@pos/contract/stock/adjustments';
import type { FairLine } from '@pos/contract/stock/inventory';
import type { TestApi } from '../app/test-api.ts';

type ShownLine = Pick<FairLine, 'id' | 'onHand' | 'oversoldQty'>;
const seenQuantity = ({ onHand, oversoldQty }: ShownLine) => onHand - oversoldQty;

/** Changes of stock by hand, as the owner makes them on the screen that shows a line. */
export function stockDesk({ ask }: TestApi) {
  const update = ({ id }: { id: string }, body: FairInventoryUpdate) =>
    ask.inventory.update({ params: { id }, body });
  return {
    update,
    /** Adds or removes units of a line, as a correction unless `more` has another reason. */
    adjust: (
      line: ShownLine,
      operation: StockAdjustment['operation'],
      updatedQuantity: number,
      more: Partial<StockAdjustment> = {},
    ) => {
      const seen = { seenQuantity: seenQuantity(line), reason: 'correction' as const };
      return update(line, { operation, updatedQuantity, ...seen, ...more });
    },
    transfer: (
      line: ShownLine,
      { id: toFairId }: { id: string },
      updatedQuantity: number,
      more: Partial<StockTransfer> = {},
    ) => {
      const seen = { seenQuantity: seenQuantity(line) };
      return update(line, { operation: 'transfer', toFairId, updatedQuantity, ...seen, ...more });
    },
    remove: ({ id }: { id: string }) => ask.inventory.delete({ params: { id } }),
    setTitleStatus: (id: string, status: 'active' | 'inactive') =>
      ask.inventory.changeTitleStatus({ params: { id }, body: { status } }),
    warehouseQty: async (sku: string) =>
      (await ask.inventory.allInventory({ query: { search: sku } })).results[0]!.warehouseQty,
  };
}
