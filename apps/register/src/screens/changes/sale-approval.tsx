import { useTillState } from '#register/app/till-context.ts';
import { useSay } from '#register/words/say.tsx';
import ApproveSheet from './approve-sheet.tsx';

type SaleApprovalProps = { onApproved: () => void; onClose: () => void };

/** Asks for the approval of what the running sale gives away. */
export default function SaleApproval({ onApproved, onClose }: SaleApprovalProps) {
  const say = useSay();
  const { sale } = useTillState();
  const kinds = sale.missingApprovals;
  const hasDiscount = kinds.includes('discount');
  const reasons = new Set(
    hasDiscount ? sale.lines.flatMap(({ discount }) => (discount ? [discount.reason] : [])) : [],
  );
  const more = [
    ...reasons,
    ...(hasDiscount && kinds.includes('exemption') ? [say('approveExemption')] : []),
  ];
  return (
    <ApproveSheet
      what={say(hasDiscount ? 'approveDiscount' : 'approveExemption')}
      more={more.join(' · ')}
      request={{
        kinds,
        clientOrderId: sale.id,
        amountCents: hasDiscount ? sale.discountCents : 0,
      }}
      onApproved={onApproved}
      onClose={onClose}
    />
  );
}
