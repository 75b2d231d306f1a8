import { IconArrowBackUp, IconReceiptTax, IconTrash, type Icon } from '@tabler/icons-react';
import { useTill, useTillState } from '#register/app/till-context.ts';
import { useAttempt } from '#register/app/use-attempt.ts';
import { useNavigation } from '#register/app/view.ts';
import { Button } from '#register/ui/controls.tsx';
import { Sheet } from '#register/ui/sheet.tsx';
import { useSay } from '#register/words/say.tsx';
import type { WordKey } from '#register/words/words.ts';

/** Rarer steps of a sale. */
export function MoreSheet({ onNoTax, onClose }: { onNoTax: () => void; onClose: () => void }) {
  const say = useSay();
  const till = useTill();
  const { attempt } = useAttempt();
  const { go } = useNavigation();
  const { sale, training } = useTillState();
  const tile = (TileIcon: Icon, title: WordKey, text: WordKey, onOpen: () => void) => (
    <Button className="tile" onClick={onOpen}>
      <TileIcon className="ic l" />
      <b>{say(title)}</b>
      <small>{say(text)}</small>
    </Button>
  );
  return (
    <Sheet title={say('moreTitle')} onClose={onClose}>
      <div className="more-tiles">
        {!training &&
          tile(IconArrowBackUp, 'returnIt', 'returnItText', () => go({ name: 'return' }))}
        {tile(IconReceiptTax, 'noTaxTile', 'noTaxTileText', onNoTax)}
        {sale.lines.length > 0 &&
          tile(IconTrash, 'removeSale', 'removeSaleText', () => {
            attempt(till.discard(sale.id));
            onClose();
          })}
      </div>
      <Button className="b block sheet-main" onClick={onClose}>
        {say('cancelNothing')}
      </Button>
    </Sheet>
  );
}
