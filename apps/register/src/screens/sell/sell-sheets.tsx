import { later } from '#register/app/later.tsx';
import type { ChangeSheet } from '#register/screens/changes/change-sheets.tsx';
import { CashInHand } from './cash-in-hand.tsx';
import { LineSheet } from './line-sheet.tsx';
import { ParkSheet } from './park-sheet.tsx';

const SaleApproval = later(() => import('#register/screens/changes/sale-approval.tsx'));
const ChangeSheets = later(() => import('#register/screens/changes/change-sheets.tsx'));

export type Open =
  | { sheet: 'line'; lineId: string }
  | { sheet: 'cash' | 'park' | 'approve' }
  | { sheet: 'change'; change: ChangeSheet }
  | null;

type SellSheetsProps = {
  open: Open;
  chosenId: string | null;
  onOpen: (open: Open) => void;
  onApproved: () => void;
};

/** The sheet that is open above the sale. */
export function SellSheets({ open, chosenId, onOpen, onApproved }: SellSheetsProps) {
  const close = () => onOpen(null);
  switch (open?.sheet) {
    case 'line':
      return <LineSheet lineId={open.lineId} onClose={close} />;
    case 'cash':
      return <CashInHand onClose={close} />;
    case 'park':
      return <ParkSheet onClose={close} />;
    case 'approve':
      return (
        <SaleApproval
          onApproved={() => {
            close();
            onApproved();
          }}
          onClose={close}
        />
      );
    case 'change':
      return (
        <ChangeSheets
          sheet={open.change}
          lineId={chosenId}
          onOpen={(change) => onOpen({ sheet: 'change', change })}
          onClose={close}
        />
      );
    case undefined:
      return null;
  }
}
