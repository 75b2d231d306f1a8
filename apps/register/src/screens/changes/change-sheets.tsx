import { addChangingWords } from '#register/words/changing.ts';
import './changes.css';
import { DiscountSheet } from './discount-sheet.tsx';
import { MoreSheet } from './more-sheet.tsx';
import { NoTaxSheet } from './no-tax-sheet.tsx';

addChangingWords();

export type ChangeSheet = 'discount' | 'no-tax' | 'more';

type ChangeSheetsProps = {
  sheet: ChangeSheet;
  lineId: string | null;
  onOpen: (sheet: ChangeSheet) => void;
  onClose: () => void;
};

/** Sheets that change the whole sale. They load when the first one is opened. */
export default function ChangeSheets({ sheet, lineId, onOpen, onClose }: ChangeSheetsProps) {
  switch (sheet) {
    case 'discount':
      return <DiscountSheet lineId={lineId} onClose={onClose} />;
    case 'no-tax':
      return <NoTaxSheet onClose={onClose} />;
    case 'more':
      return <MoreSheet onNoTax={() => onOpen('no-tax')} onClose={onClose} />;
  }
}
