import { useTillState } from '#register/app/till-context.ts';
import { addChangingWords } from '#register/words/changing.ts';
import { useSay } from '#register/words/say.tsx';
import ApproveSheet from './approve-sheet.tsx';

addChangingWords();

/** Asks somebody with the duty whether this register may sell on without a network. */
export default function SellOn({ onClose }: { onClose: () => void }) {
  const say = useSay();
  const { sale } = useTillState();
  return (
    <ApproveSheet
      what={say('approveOffline')}
      more={say('approveOfflineText')}
      request={{ kinds: ['offline'], clientOrderId: sale.id, amountCents: 0 }}
      onApproved={onClose}
      onClose={onClose}
    />
  );
}
