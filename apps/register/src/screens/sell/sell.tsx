import { formatCents } from '@pos/contract/values/money';
import { formatTime } from '@pos/contract/values/clock';
import {
  IconAlertTriangle,
  IconBarcode,
  IconCloudOff,
  IconCoins,
  IconLock,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTill, useTillState } from '#register/app/till-context.ts';
import { useAttempt } from '#register/app/use-attempt.ts';
import { useNavigation } from '#register/app/view.ts';
import { Frame } from '#register/frame/frame.tsx';
import { BigAmount, Buyer, METHODS, Purse, useTaxWords } from '#register/frame/money-parts.tsx';
import { useUnsent } from '#register/frame/use-unsent.ts';
import { FindOrCamera } from '#register/screens/camera/find-or-camera.tsx';
import type { ChangeSheet } from '#register/screens/changes/change-sheets.tsx';
import type { SaleView } from '#register/till/till.ts';
import { plainAmount } from '#register/ui/amounts.ts';
import { useKeys } from '#register/ui/keys.ts';
import { useSay } from '#register/words/say.tsx';
import { WalkOffer } from '#register/screens/walk/walk-offer.tsx';
import { Button } from '#register/ui/controls.tsx';
import { KeysRail } from './keys-rail.tsx';
import { Lines } from './lines.tsx';
import { SellActions } from './sell-actions.tsx';
import { SellSheets, type Open } from './sell-sheets.tsx';

/** The sale: lines on the left with the newest on top, the buyer and the total on the right. */
export function Sell() {
  const say = useSay();
  const till = useTill();
  const { go } = useNavigation();
  const { attempt, attemptPayment, busy } = useAttempt();
  const { sale, training } = useTillState();
  const [open, setOpen] = useState<Open>(null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const isEmpty = sale.lines.length === 0;
  const chosen =
    sale.lines.find(({ id }) => id === chosenId) ??
    sale.lines.find(({ id }) => id === sale.newestLineId) ??
    sale.lines[0];
  const startPayment = () => void attemptPayment(() => till.startPayment());
  const pay = () =>
    sale.missingApprovals.length > 0 ? setOpen({ sheet: 'approve' }) : startPayment();
  const change = (sheet: ChangeSheet) => setOpen({ sheet: 'change', change: sheet });
  const park = () => {
    if (training) return;
    if (isEmpty) go({ name: 'parked' });
    else setOpen({ sheet: 'park' });
  };
  useKeys((key) => {
    const actions: Record<string, () => unknown> = {
      Enter: () => !isEmpty && pay(),
      'Alt C': () => go({ name: 'who' }),
      'Alt N': () => go({ name: 'no-barcode' }),
      'Alt P': park,
      'Alt U': () => !isEmpty && change('discount'),
      'Alt M': () => change('more'),
    };
    const action = actions[key];
    if (action) action();
    else if (/^[\p{L}\p{N}]$/u.test(key)) go({ name: 'search', query: key });
    else return false;
    return true;
  });
  useKeys((key) => {
    if (!chosen) return false;
    const at = sale.lines.indexOf(chosen);
    const actions: Record<string, () => unknown> = {
      ArrowUp: () => setChosenId(sale.lines[at - 1]?.id ?? chosen.id),
      ArrowDown: () => setChosenId(sale.lines[at + 1]?.id ?? chosen.id),
      '+': () => attempt(till.setQuantity(chosen.id, chosen.quantity + 1)),
      '-': () => attempt(till.setQuantity(chosen.id, chosen.quantity - 1)),
      Delete: () => attempt(till.removeLine(chosen.id)),
    };
    actions[key]?.();
    return key in actions;
  });
  return (
    <Frame
      rail={<KeysRail />}
      money={
        <>
          <div className="buyer">
            <Buyer customer={sale.customer} onOpen={() => go({ name: 'who' })} />
          </div>
          <Purse sale={sale} onEdit={() => setOpen({ sheet: 'cash' })} />
          {isEmpty ? (
            <Before />
          ) : (
            !sale.budget && <AskCash onAsk={() => setOpen({ sheet: 'cash' })} />
          )}
          <Sums />
          {isEmpty ? (
            <div className="quiet-main t2">
              <IconBarcode className="ic s" />
              {say('scanFirst')}
            </div>
          ) : (
            <PayButton sale={sale} disabled={busy} onPay={pay} />
          )}
        </>
      }
    >
      <h1 className="vh">{say('sell')}</h1>
      <FindOrCamera />
      {isEmpty ? (
        <Invitation />
      ) : (
        <Lines
          lines={sale.lines}
          chosenId={chosen?.id ?? null}
          onOpen={(lineId) => setOpen({ sheet: 'line', lineId })}
        />
      )}
      <SellActions isEmpty={isEmpty} onPark={park} onChange={change} />
      <SellSheets
        open={open}
        chosenId={chosen?.id ?? null}
        onOpen={setOpen}
        onApproved={startPayment}
      />
    </Frame>
  );
}

function AskCash({ onAsk }: { onAsk: () => void }) {
  const say = useSay();
  return (
    <Button className="b sm ter hand" onClick={onAsk}>
      <IconCoins className="ic s" />
      {say('cashInHand')}
    </Button>
  );
}

type PayButtonProps = { sale: SaleView; disabled: boolean; onPay: () => void };

/** The one button of the sale. It has the focus after each scan, so that Enter pays. */
function PayButton({ sale, disabled, onPay }: PayButtonProps) {
  const say = useSay();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // A sheet keeps the focus that it has.
    if (document.querySelector('dialog[open]') === null) button.current?.focus();
  }, [sale.newestLineId, sale.items]);
  return (
    <Button ref={button} className="b pri main block" disabled={disabled} onClick={onPay}>
      {sale.totalCents === 0
        ? say('finishFree')
        : say('pay', { amount: formatCents(sale.totalCents) })}
      <kbd>Enter</kbd>
    </Button>
  );
}

/** Notes beside an empty sale: the sale before it, and things that need attention. */
function Before() {
  const say = useSay();
  const { network, outbox, warnings, training } = useTillState();
  const { what } = useUnsent();
  // The menu tells this one: nothing can be done about it between two children.
  const warning = warnings.find((each) => each !== 'storage_may_be_deleted');
  return (
    <>
      <LastSale />
      <div className="end" />
      {warning ? (
        <p className="note warn offline-note">
          <IconAlertTriangle className="ic" />
          <span>{say(`warn_${warning}`)}</span>
        </p>
      ) : (
        network === 'offline' &&
        !training && (
          <p className="note offline-note">
            <IconCloudOff className="ic" />
            <span>{outbox.unsent > 0 ? say('keepSelling', { what }) : say('keepSellingNone')}</span>
          </p>
        )
      )}
    </>
  );
}

/** Subtotal, tax and the total, which always stands at the same height. */
function Sums() {
  const say = useSay();
  const { sale } = useTillState();
  const tax = useTaxWords(sale);
  return (
    <>
      <div className="end" />
      {sale.missingApprovals.length > 0 && (
        <p className="note money-note">
          <IconLock className="ic" />
          <span>{say('needsSecond')}</span>
        </p>
      )}
      {sale.lines.length > 0 && (
        <div className="sums num">
          {sale.discountCents > 0 && (
            <>
              <div className="r">
                <span>{say('fullPrice')}</span>
                <span>{plainAmount(sale.subtotalCents + sale.discountCents)}</span>
              </div>
              <div className="r">
                <span>{say('discount')}</span>
                <span>−{plainAmount(sale.discountCents)}</span>
              </div>
            </>
          )}
          <div className="r">
            <span>{say('subtotal')}</span>
            <span>{plainAmount(sale.subtotalCents)}</span>
          </div>
          <div className="r">
            <span>{tax}</span>
            <span>{plainAmount(sale.taxCents)}</span>
          </div>
        </div>
      )}
      <div className="rule" />
      <BigAmount
        label={say('total')}
        more={say('items', { count: sale.items })}
        amount={formatCents(sale.totalCents)}
      />
    </>
  );
}

/** The empty sale: what to do first, and where the buttons are. */
function Invitation() {
  const say = useSay();
  return (
    <section className="card lines hello">
      <svg width="236" height="148" viewBox="0 0 236 148" aria-hidden="true">
        <rect x="58" y="14" width="120" height="120" rx="10" className="beam-card" />
        <path
          className="beam-bars"
          d="M76 38h3v72h-3zM83.2 38h1.6v72h-1.6zM90.4 38h4v72h-4zM97.6 38h2v72h-2zM104.8 38h1.6v72h-1.6zM112 38h4v72h-4zM119.2 38h2v72h-2zM126.4 38h3v72h-3zM133.6 38h1.6v72h-1.6zM140.8 38h2v72h-2zM148 38h4v72h-4zM155.2 38h2v72h-2z"
        />
        <path d="M30 74h176" className="beam" />
      </svg>
      <h2>{say('scanFirst')}</h2>
      <p className="t2">
        {say('scanFirstText')}
        <br />
        {say('scanFirstText2')}
      </p>
      <WalkOffer />
    </section>
  );
}

/** The sale before this one, for the question "what did I give back?". */
function LastSale() {
  const say = useSay();
  const till = useTill();
  const { fair, training } = useTillState();
  const [last] = training ? [] : till.sales();
  if (!last || !fair) return null;
  const [payment] = last.order.payments;
  const given = payment?.tenderedCents ?? 0;
  return (
    <div className="last-sale">
      <p className="label sb strong">
        {say('lastSale', { time: formatTime(last.order.soldAt, fair.timeZone) })}
      </p>
      <div className="sums num">
        <div className="r">
          <span>
            {payment
              ? say('saleBy', {
                  number: last.order.sequence,
                  method: say(METHODS[payment.method].word),
                })
              : say('saleNumber', { number: last.order.sequence })}
          </span>
          <span>{plainAmount(last.order.totalCents)}</span>
        </div>
        {given > 0 && (
          <>
            <div className="r">
              <span>{say('theyGave')}</span>
              <span>{plainAmount(given)}</span>
            </div>
            <div className="r">
              <span>{say('change')}</span>
              <span className="sb">{plainAmount(payment?.changeCents ?? 0)}</span>
            </div>
          </>
        )}
      </div>
    </div>
  );
}
