import { IconMinus, IconPlus, IconTruckDelivery } from '@tabler/icons-react';
import type { ReturnableLine, ReturnableSale, ReturnedLine } from '#register/till/return-views.ts';
import { getBack } from '#register/till/rules/returning.ts';
import { plainAmount } from '#register/ui/amounts.ts';
import { Button } from '#register/ui/controls.tsx';
import { Cover } from '#register/ui/cover.tsx';
import { useSay } from '#register/words/say.tsx';

type BackLinesProps = {
  sale: ReturnableSale;
  lines: readonly ReturnedLine[];
  chosen: number;
  onChange: (lineNo: number, by: number, isDamaged?: boolean) => void;
};

/** Lines of a sale with how many of each come back, and whether they can be sold again. */
export function BackLines({ sale, lines, chosen, onChange }: BackLinesProps) {
  const say = useSay();
  return (
    <ul className="card rows back-lines" aria-label={say('returnLines')}>
      {sale.lines.map((line) => {
        const returned = lines.find(({ lineNo }) => lineNo === line.lineNo);
        return returned ? (
          <BackLine
            key={line.lineNo}
            line={line}
            returned={returned}
            isChosen={line.lineNo === chosen}
            onChange={(by, isDamaged) => onChange(line.lineNo, by, isDamaged)}
          />
        ) : null;
      })}
    </ul>
  );
}

type BackLineProps = {
  line: ReturnableLine;
  returned: ReturnedLine;
  isChosen: boolean;
  onChange: (by: number, isDamaged?: boolean) => void;
};

function BackLine({ line, returned, isChosen, onChange }: BackLineProps) {
  const say = useSay();
  const { title, sku, category, fulfilment, quantity: sold, refundedQty } = line;
  const { quantity, isDamaged } = returned;
  const left = sold - refundedQty;
  const comesBack = quantity > 0 && sku !== null && fulfilment === 'in_person';
  const { netCents, taxCents } = getBack(line, Math.max(quantity, left > 0 ? 1 : 0));
  const notes = [
    say('taxOfIt', { net: plainAmount(netCents), tax: plainAmount(taxCents) }),
    ...(refundedQty > 0 ? [say('backSoFar', { count: refundedQty })] : []),
  ];
  return (
    <li
      className={`line back ${quantity > 0 ? 'now' : 'none'} ${isChosen ? 'chosen' : ''}`}
      aria-current={isChosen || undefined}
    >
      <Cover title={title} category={category} sku={sku} width={40} />
      <div className="narrow">
        <span className="ti ell block">{title}</span>
        <span className="sub num">
          {fulfilment === 'ship_to_school' && (
            <span className="pill info">
              <IconTruckDelivery className="ic xs" />
              {say('comesLater')}
            </span>
          )}
          <span className="ell">{notes.join(' · ')}</span>
        </span>
        {comesBack && (
          <div className="seg" role="group" aria-label={say('whereTo')}>
            <Button aria-pressed={!isDamaged} onClick={() => onChange(0, false)}>
              {say('forSale')}
            </Button>
            <Button aria-pressed={isDamaged} onClick={() => onChange(0, true)}>
              {say('damaged')}
            </Button>
          </div>
        )}
      </div>
      <div className="step num">
        <Button
          aria-label={say('returnLess', { title })}
          disabled={quantity === 0}
          onClick={() => onChange(-1)}
        >
          <IconMinus className="ic s" />
        </Button>
        <span>{quantity}</span>
        <Button
          aria-label={say('returnMore', { title })}
          disabled={quantity >= left}
          onClick={() => onChange(1)}
        >
          <IconPlus className="ic s" />
        </Button>
      </div>
      <span className="pr num">{plainAmount(netCents + taxCents)}</span>
    </li>
  );
}
