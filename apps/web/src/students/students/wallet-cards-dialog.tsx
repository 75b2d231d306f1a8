import { MAX_CARDS, walletCardsApi } from '@pos/contract/students/wallet-cards';
import { pluralize } from '@pos/contract/values/counts';
import { useId, useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { PrintLabel, usePdf } from '#web/ui/files/print.tsx';
import * as checkboxStyles from '#web/ui/fields/checkbox.module.css';

export type WalletCardsProps = {
  rows: readonly { id: string }[];
  onDone: () => void;
  onClose: () => void;
};

/** Prints the wallet cards of students, with or without their names. */
export function WalletCardsDialog({ rows, onDone, onClose }: WalletCardsProps) {
  const [hasNames, setHasNames] = useState(false);
  const print = usePdf('The cards');
  const id = useId();
  const isTooMany = rows.length > MAX_CARDS;
  const run = async (): Promise<void> => {
    await print.run((give) =>
      give(walletCardsApi.print, {
        query: { ids: rows.map((row) => row.id), names: hasNames ? 'true' : 'false' },
      }),
    );
    onDone();
  };
  return (
    <Dialog
      title={`Print ${pluralize(rows.length, 'wallet card', 'wallet cards')}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            disabled={isTooMany}
            busy={print.isBusy && 'Preparing…'}
            onClick={() => void run()}
          >
            <PrintLabel label="Print cards" />
          </Button>
        </>
      }
    >
      <div className="stack">
        {isTooMany && <Notice kind="warn">Choose at most {MAX_CARDS} students at a time.</Notice>}
        <p>
          Ten cards of 3.5 × 2 inches on each page. Registers scan the QR code, which holds the
          student number.
        </p>
        <label htmlFor={id} className="row">
          <input
            id={id}
            type="checkbox"
            className={checkboxStyles.checkbox}
            checked={hasNames}
            onChange={({ target }) => setHasNames(target.checked)}
          />
          Print the names
        </label>
        <p className="caption">Without a name, a lost card does not say whose it is.</p>
      </div>
    </Dialog>
  );
}
