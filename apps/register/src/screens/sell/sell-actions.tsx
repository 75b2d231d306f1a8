import { IconBarcodeOff, IconDiscount, IconDots, IconPlayerPause } from '@tabler/icons-react';
import { useTillState } from '#register/app/till-context.ts';
import { useNavigation } from '#register/app/view.ts';
import type { ChangeSheet } from '#register/screens/changes/change-sheets.tsx';
import { Button } from '#register/ui/controls.tsx';
import { useSay } from '#register/words/say.tsx';

type SellActionsProps = {
  isEmpty: boolean;
  onPark: () => void;
  onChange: (sheet: ChangeSheet) => void;
};

/** The row of buttons below the lines. */
export function SellActions({ isEmpty, onPark, onChange }: SellActionsProps) {
  const say = useSay();
  const { go } = useNavigation();
  const { parked, training } = useTillState();
  return (
    <div className="acts">
      <Button className="b" onClick={() => go({ name: 'no-barcode' })}>
        <IconBarcodeOff className="ic" />
        <span className="act-long">{say('noBarcode')}</span>
        <span className="act-short">{say('noBarcodeShort')}</span>
        <kbd>Alt N</kbd>
      </Button>
      {!training && (
        <Button className="b" onClick={onPark}>
          <IconPlayerPause className="ic" />
          <span>{say(isEmpty ? 'parked' : 'park')}</span>
          {parked.length > 0 && <span className="badge num">{parked.length}</span>}
          <kbd>Alt P</kbd>
        </Button>
      )}
      <Button className="b" disabled={isEmpty} onClick={() => onChange('discount')}>
        <IconDiscount className="ic" />
        <span>{say('discount')}</span>
        <kbd>Alt U</kbd>
      </Button>
      <Button className="b" onClick={() => onChange('more')}>
        <IconDots className="ic" />
        <span>{say('more')}</span>
        <kbd>Alt M</kbd>
      </Button>
    </div>
  );
}
