import { formatCents } from '@pos/contract/values/money';
import { IconAlertTriangle, IconDiscount, IconTruckDelivery } from '@tabler/icons-react';
import { useTill } from '#register/app/till-context.ts';
import { useAttempt } from '#register/app/use-attempt.ts';
import type { LineView } from '#register/till/till.ts';
import { plainAmount } from '#register/ui/amounts.ts';
import { Button } from '#register/ui/controls.tsx';
import { Cover } from '#register/ui/cover.tsx';
import { Stepper } from '#register/ui/stepper.tsx';
import { useSay } from '#register/words/say.tsx';

type LinesProps = {
  lines: readonly LineView[];
  chosenId: string | null;
  onOpen: (lineId: string) => void;
};

/** Lines of the sale. The newest is on top, tinted and larger, and stays while the others scroll. */
export function Lines({ lines, chosenId, onOpen }: LinesProps) {
  const say = useSay();
  return (
    <ul className="card lines" aria-label={say('thisSale')}>
      {lines.map((line, index) => (
        <Line
          key={line.id}
          line={line}
          isNewest={index === 0}
          isChosen={line.id === chosenId}
          onOpen={() => onOpen(line.id)}
        />
      ))}
    </ul>
  );
}

type LineProps = { line: LineView; isNewest: boolean; isChosen: boolean; onOpen: () => void };

function Line({ line, isNewest, isChosen, onOpen }: LineProps) {
  const till = useTill();
  const { attempt } = useAttempt();
  const { id, sku, title, category, quantity, netCents } = line;
  return (
    <li
      className={`line ${isNewest ? 'now' : ''} ${isChosen && !isNewest ? 'chosen' : ''}`}
      aria-current={isChosen || undefined}
    >
      <Cover title={title} category={category} sku={sku} width={isNewest ? 48 : 40} />
      <Button className="col line-open" onClick={onOpen}>
        <span className="ti ell">{title}</span>
        <LineNotes line={line} />
      </Button>
      <Stepper
        title={title}
        quantity={quantity}
        onChange={(next) => attempt(till.setQuantity(id, next))}
      />
      <span className="pr num">{plainAmount(netCents)}</span>
    </li>
  );
}

function LineNotes({ line }: { line: LineView }) {
  const say = useSay();
  const { sku, author, quantity, unitPriceCents, fulfilment, stock, discountCents } = line;
  const each =
    quantity > 1 ? [say('eachPrice', { count: quantity, price: formatCents(unitPriceCents) })] : [];
  const from = sku === null ? [say('noBarcodeNote')] : author === null ? [] : [author];
  const words = [...each, ...from].join(' · ');
  const isShipped = fulfilment === 'ship_to_school';
  return (
    <span className="sub">
      {isShipped && (
        <span className="pill info">
          <IconTruckDelivery className="ic xs" />
          {say('shipToSchool')}
        </span>
      )}
      {!isShipped && stock === 'last_copy' && (
        <span className="pill warn">
          <IconAlertTriangle className="ic xs" />
          {say('lastCopy')}
        </span>
      )}
      {discountCents > 0 && (
        <span className="pill mute">
          <IconDiscount className="ic xs" />−{plainAmount(discountCents)}
        </span>
      )}
      {words !== '' && <span className="ell num">{words}</span>}
    </span>
  );
}
