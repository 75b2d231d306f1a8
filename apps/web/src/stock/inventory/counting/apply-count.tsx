import { pluralize, formatCount } from '@pos/contract/values/counts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { BulkDialog } from '#web/ui/form/bulk-dialog.tsx';
import type { Difference } from './count-state.ts';
import { useUpdateLine, wholeFairInventory } from '../inventory.data.ts';

type ApplyCountProps = {
  fairId: string;
  differences: readonly Difference[];
  onApplied: (lineIds: readonly string[]) => void;
  onClose: () => void;
};

/**
 * Adjusts stock to the count, title by title. A title whose quantity changed since it was read is
 * refused and named, to be counted again.
 */
export function ApplyCount({ fairId, differences, onApplied, onClose }: ApplyCountProps) {
  const { mutateAsync: update } = useUpdateLine();
  const queryClient = useQueryClient();
  const applied = useRef<string[]>([]);
  const apply = async ({ line, onHand, delta }: Difference): Promise<void> => {
    await update({
      id: line.id,
      operation: delta < 0 ? 'remove' : 'add',
      updatedQuantity: Math.abs(delta),
      seenQuantity: onHand,
      reason: 'count',
    });
    applied.current.push(line.id);
  };
  const done = (): void => {
    void queryClient.invalidateQueries(wholeFairInventory(fairId));
    onApplied(applied.current);
  };
  return (
    <BulkDialog
      rows={differences}
      rowName={({ line, onHand, counted }) =>
        `${line.title} (${formatCount(onHand)} → ${formatCount(counted)})`
      }
      title={`Apply ${pluralize(differences.length, 'difference', 'differences')}`}
      doneWords={(count) => `${pluralize(count, 'title', 'titles')} counted`}
      call={apply}
      onDone={done}
      onClose={onClose}
    >
      Sets on hand to the count. Titles not counted stay as they are. A title sold in the meantime
      is skipped and named.
    </BulkDialog>
  );
}
