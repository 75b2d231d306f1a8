import { formatCents } from '@pos/contract/values/money';
import { IconAlertTriangle, IconShoppingBag, IconTruckDelivery, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTill, useTillState } from '#register/app/till-context.ts';
import { useAttempt } from '#register/app/use-attempt.ts';
import { Button } from '#register/ui/controls.tsx';
import { Cover } from '#register/ui/cover.tsx';
import { Sheet } from '#register/ui/sheet.tsx';
import { Stepper } from '#register/ui/stepper.tsx';
import { useSay } from '#register/words/say.tsx';

/** One line: taken now or shipped to the school, and how many. */
export function LineSheet({ lineId, onClose }: { lineId: string; onClose: () => void }) {
  const say = useSay();
  const till = useTill();
  const { attempt } = useAttempt();
  const { sale } = useTillState();
  const line = sale.lines.find(({ id }) => id === lineId);
  useEffect(() => {
    if (!line) onClose();
  }, [line, onClose]);
  if (!line) return null;
  const {
    sku,
    title,
    author,
    category,
    unitPriceCents,
    quantity,
    fulfilment,
    stock,
    shipAvailable,
  } = line;
  const isLast = stock === 'last_copy';
  const isShipped = fulfilment === 'ship_to_school';
  return (
    <Sheet
      title={title}
      onClose={onClose}
      head={(headingId) => (
        <div className="row line-head">
          <Cover title={title} category={category} sku={sku} width={84} />
          <div className="grow">
            <h1 id={headingId}>{title}</h1>
            <p className="t2 num">
              {[author, formatCents(unitPriceCents)].filter(Boolean).join(' · ')}
            </p>
            {isLast && (
              <p className="line-pill">
                <span className="pill warn">
                  <IconAlertTriangle className="ic xs" />
                  {say('lastCopyOnTable')}
                </span>
              </p>
            )}
          </div>
          <Button className="bi" aria-label={say('close')} onClick={onClose}>
            <IconX className="ic" />
          </Button>
        </div>
      )}
    >
      {sku !== null && (shipAvailable > 0 || isShipped) && (
        <>
          <p className="lab">{say('getsIt')}</p>
          <div className="tiles" role="radiogroup" aria-label={say('getsIt')}>
            <Button
              className={`tile ${isShipped ? '' : 'on'}`}
              role="radio"
              aria-checked={!isShipped}
              onClick={() => attempt(till.setFulfilment(lineId, 'in_person'))}
            >
              <IconShoppingBag className="ic l" />
              <b>{say('takesNow')}</b>
              <small>{say(isLast ? 'takesLastText' : 'takesNowText')}</small>
            </Button>
            <Button
              className={`tile ${isShipped ? 'on' : ''}`}
              role="radio"
              aria-checked={isShipped}
              onClick={() => attempt(till.setFulfilment(lineId, 'ship_to_school'))}
            >
              <IconTruckDelivery className="ic l" />
              <b>{say('shipToSchool')}</b>
              <small>{say('shipText')}</small>
            </Button>
          </div>
        </>
      )}
      <div className="row line-count">
        <span className="md">{say('howMany')}</span>
        <Stepper
          title={title}
          quantity={quantity}
          onChange={(next) => attempt(till.setQuantity(lineId, next))}
        />
      </div>
      <Button className="b pri block sheet-main" onClick={onClose}>
        {say('keepItSo')}
      </Button>
    </Sheet>
  );
}
