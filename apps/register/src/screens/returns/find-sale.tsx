import { formatDay } from '@pos/contract/values/days';
import { dayIn, formatTime } from '@pos/contract/values/clock';
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
import { Button } from '#register/ui/controls.tsx';
import { Face } from '#register/ui/face.tsx';
import { useScans } from '#register/ui/keys.ts';
import { Letters, typeText } from '#register/ui/keypad.tsx';
import { useFound } from '#register/ui/use-found.ts';
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
export function toSaleNumber({
  orderNumber,
  sequence,
}: Pick<ReturnableSale, 'orderNumber' | 'sequence'>): string {
  return orderNumber?.split('-').at(-1) ?? String(sequence);
}

type FindSaleProps = {
  desk: Returns;
  text: string;
  onOpen: (sale: ReturnableSale) => void;
  onClose: () => void;
};

/** Finds the sale of a return: on this tablet at once, with a network at all registers. */
export function FindSale({ desk, text: given, onOpen, onClose }: FindSaleProps) {
  const say = useSay();
  const [text, setText] = useState(given);
  const { sales, isAsking } = useFoundSales(desk, text);
  const open = (sale: ReturnableSale) => void desk.refresh(sale).then(onOpen);
  const { chosen, type } = useFound({
    found: sales,
    text,
    onType: setText,
    onTake: open,
    onClose,
  });
  useScans((code) => type(code.trim()));
  return (
    <Frame
      money={
        <>
          <FindHelp />
          <Button
            className="b pri main block"
            disabled={!chosen}
            onClick={() => chosen && open(chosen)}
          >
            {chosen ? say('openSale', { number: toSaleNumber(chosen) }) : say('chooseSale')}
          </Button>
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

type SoldProps = { sale: ReturnableSale; isChosen: boolean; onChoose: () => void };

function Sold({ sale, isChosen, onChoose }: SoldProps) {
  const say = useSay();
  const { fair } = useTillState();
  const { customerName, soldAt, payments, lines, totalCents, orderNumber, deviceId } = sale;
  const items = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const isGone = lines.every(({ quantity, refundedQty }) => refundedQty >= quantity);
  const when = fair
    ? `${formatDay(dayIn(soldAt, fair.timeZone))}, ${formatTime(soldAt, fair.timeZone)}`
    : '';
  const methods = [...new Set(payments.map(({ method }) => say(METHODS[method].word)))];
  const name = customerName ?? say('saleOf', { number: toSaleNumber(sale) });
  return (
    <Button
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
    </Button>
  );
}
