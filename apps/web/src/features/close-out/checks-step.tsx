import type { CloseOut } from '@pos/contract/close-out';
import { useRights } from '#web/lib/session.tsx';
import { AttentionList } from '#web/ui/attention-list.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { closeOutChecks, withOpenWays } from './close-out-words.ts';
import { StepCard } from './step-card.tsx';

/** Lists the points that block the close-out, and those to confirm. */
export function ChecksStep({ closeOut, isRefused }: { closeOut: CloseOut; isRefused: boolean }) {
  const found = withOpenWays(closeOutChecks(closeOut), useRights());
  const isBlocked = closeOut.reasons.length > 0;
  return (
    <>
      {isRefused && isBlocked && (
        <Notice kind="bad">
          This fair cannot be closed out yet. Nothing was changed, and your count is kept.
        </Notice>
      )}
      <StepCard
        title="Before you count"
        intro={
          isBlocked
            ? 'Settle the red points first. You can count in the meantime.'
            : 'Sales, payments, registers, cartons and shipments of the whole fair.'
        }
        rows={found.length > 0}
      >
        {found.length > 0 ? (
          <AttentionList items={found} />
        ) : (
          <Notice kind="ok">
            All checks passed. Every order has arrived, and nothing is open.
          </Notice>
        )}
      </StepCard>
    </>
  );
}
