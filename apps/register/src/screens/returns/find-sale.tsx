import { formatTime } from '@pos/contract/values/clock';
import { formatDay } from '@pos/contract/values/days';
import { dayIn } from '@pos/contract/values/clock';
import { formatCents } from '@pos/contract/values/money';
import {
  IconCloudCheck,
  IconCloudOff,
  IconCreditCard,
  IconQrcode,
  IconReceipt,
  IconSearch,
  IconUser,
  type Icon,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTillState } from '#register/app/till-context.ts';
import { useNavigation } from '#register/app/view.ts';
import { Frame, Head } from '#register/frame/frame.tsx';
import { METHODS } from '#register/frame/money-parts.tsx';
import { FindField } from '#register/screens/sell/find-field.tsx';
import type { ReturnableSale, Returns } from '#register/till/return-views.ts';
import { Face } from '#register/ui/face.tsx';
import { useKeys, useScans } from '#register/ui/keys.ts';
import { Letters, typeText } from '#register/ui/keypad.tsx';
import { useSay } from '#register/words/say.tsx';
import type { WordKey } from '#register/words/words.ts';

/** Pause after a key before the other registers are asked (ms). */
const ASK_AFTER_MS = 350;
/** Fewest characters that the other registers are asked for. */
const ASK_LENGTH = 3;

const HELP: readonly [Icon, WordKey][] = [
  [IconQrcode, 'helpReceipt'],
  [IconUser, 'helpChild'],
  [IconCreditCard, 'helpCard'],
  [IconReceipt, 'helpNumber'],
];

/** Number of a sale as people say it: the office's, or that of the register. */
export function useSaleNumber(): (sale: {
  orderNumber: string | null;
  sequence: number;
}) => string {
  return ({ orderNumber, sequence }) => orderNumber?.split('-').at(-1) ?? String(sequence);
}

/** Finds the sale of a return: on this tablet at once, with a network at all registers. */
export function FindSale({
  desk,
  text: given,
  onOpen,
  onClose,
}: {
  desk: Returns;
  text: string;
  onOpen: (sale: ReturnableSale) => void;
  onClose: () => void;
}) {
  const say = useSay();
  const toNumber = useSaleNumber();
  const [text, setText] = useState(given);
  const [at, setAt] = useState(0);
  const { sales, isAsking } = useFoundSales(desk, text);
  const chosen = sales[Math.min(at, sales.length - 1)];
  const type = (next: string) => {
    setText(next);
    setAt(0);
  };
  const open = (sale: ReturnableSale | undefined) => {
    if (sale) void desk.refresh(sale).then(onOpen);
  };
  useScans((code) => type(code.trim()));
  useKeys((key) => {
    if (key === 'Escape') onClose();
    else if (key === 'Enter') open(chosen);
    else if (key === 'ArrowDown') setAt(Math.min(at + 1, sales.length - 1));
    else if (key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else if (key === 'Backspace' || key.length === 1) type(typeText(text, key));
    else return false;
    return true;
  });
  return (
    <Frame
      money={
        <>
          <FindHelp />
          <button
            type="button"
            className="b pri main block"
            disabled={!chosen}
            onClick={() => open(chosen)}
          >
            {chosen ? say('openSale', { number: toNumber(chosen) }) : say('chooseSale')}
          </button>
        </>
      }
    >
      <Head title={say('returnTitle')} text={say('returnText')} onBack={onClose} />
      <FindField text={text} label={say('returnFind')} onType={type} />
      <div
        className="card rows fill"
        role="listbox"
        aria-label={say('salesFound', { count: sales.length })}
      >
        {sales.map((sale) => (
          <Sold
            key={sale.clientOrderId}
            sale={sale}
            isChosen={sale === chosen}
            onChoose={() => open(sale)}
          />
        ))}
      </div>
      {sales.length === 0 && text.trim() !== '' && (
        <div className="note none-found" role="status">
          <IconSearch className="ic" />
          <span>
            {isAsking ? (
              say('searching')
            ) : (
              <>
                <b>{say('noSaleFound')}</b>
                <br />
                {say('noSaleFoundText')}
              </>
            )}
          </span>
        </div>
      )}
      <Letters numbers onKey={(key) => type(typeText(text, key))} />
    </Frame>
  );
}

/** The ways to find a sale, and whether those of other registers are found now. */
function FindHelp() {
  const say = useSay();
  const { network } = useTillState();
  const isOnline = network === 'online';
  return (
    <>
      <h2>{say('returnHelp')}</h2>
      <ul className="help-list">
        {HELP.map(([HelpIcon, word]) => (
          <li key={word}>
            <HelpIcon className="ic" />
            <span>{say(word)}</span>
          </li>
        ))}
      </ul>
      <div className="end" />
      <p className="note money-note">
        {isOnline ? <IconCloudCheck className="ic" /> : <IconCloudOff className="ic" />}
        <span>{say(isOnline ? 'allRegisters' : 'onlyHereNow')}</span>
      </p>
    </>
  );
}

/** Sales of this tablet as the text is typed, those of the fair after a pause. */
function useFoundSales(
  desk: Returns,
  text: string,
): { sales: ReturnableSale[]; isAsking: boolean } {
  const say = useSay();
  const { warn } = useNavigation();
  const { network } = useTillState();
  const [asked, setAsked] = useState<{ text: string; sales: ReturnableSale[] } | null>(null);
  const mayAsk = text.trim().length >= ASK_LENGTH && network === 'online';
  useEffect(() => {
    if (!mayAsk) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void desk.findAtFair(text).then((result) => {
        if (!isCurrent) return;
        setAsked({ text, sales: result.ok ? result.sales : desk.findHere(text) });
        if (!result.ok && result.reason !== 'no_network') warn(say(`find_${result.reason}`));
      });
    }, ASK_AFTER_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [desk, text, mayAsk, warn, say]);
  const isAnswered = asked?.text === text;
  return {
    sales: isAnswered ? asked.sales : desk.findHere(text),
    isAsking: mayAsk && !isAnswered,
  };
}

function Sold({
  sale,
  isChosen,
  onChoose,
}: {
  sale: ReturnableSale;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const say = useSay();
  const { fair } = useTillState();
  const toNumber = useSaleNumber();
  const { customerName, soldAt, payments, lines, totalCents, orderNumber, deviceId } = sale;
  const items = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const isGone = lines.every(({ quantity, refundedQty }) => refundedQty >= quantity);
  const when = fair
    ? `${formatDay(dayIn(soldAt, fair.timeZone))}, ${formatTime(soldAt, fair.timeZone)}`
    : '';
  const methods = [...new Set(payments.map(({ method }) => say(METHODS[method].word)))];
  const name = customerName ?? say('saleOf', { number: toNumber(sale) });
  return (
    <button
      type="button"
      className={`hit sold ${isChosen ? 'on' : ''}`}
      role="option"
      aria-selected={isChosen}
      onClick={onChoose}
    >
      <Face name={name} size="l" />
      <span className="narrow">
        <b className="ell">{name}</b>
        <small className="ell num">
          {[when, say('items', { count: items }), ...methods].join(' · ')}
        </small>
        <span className="row">
          <span className="sold-number ell t2">
            {orderNumber ?? `${deviceId}-${sale.epoch}-${sale.sequence}`}
          </span>
          {isGone && <span className="pill mute plain">{say('wasReturned')}</span>}
        </span>
      </span>
      <span className="pr num">{formatCents(totalCents)}</span>
    </button>
  );
}
