import { dayIn, formatTime } from '@pos/contract/values/clock';
import { formatDay } from '@pos/contract/values/days';
import { useState } from 'react';
import { later } from '#register/app/later.tsx';
import { useTillState } from '#register/app/till-context.ts';
import { useNavigation } from '#register/app/view.ts';
import { Frame, Head } from '#register/frame/frame.tsx';
import { Reasons, type Reason } from '#register/screens/changes/reasons.tsx';
import type { GivenApproval } from '#register/till/approval-views.ts';
import type {
  ReturnableSale,
  ReturnedLine,
  ReturnRecord,
  Returns,
} from '#register/till/return-views.ts';
import { useKeys, useScans } from '#register/ui/keys.ts';
import { addChangingWords } from '#register/words/changing.ts';
import { useSay } from '#register/words/say.tsx';
import { BackLines } from './back-lines.tsx';
import { toSaleNumber } from './find-sale.tsx';
import { ReturnMoney } from './return-money.tsx';

addChangingWords();

const ApproveSheet = later(() => import('#register/screens/changes/approve-sheet.tsx'));

const REASONS = ['reasonTwice', 'reasonWrong', 'reasonBroken', 'reasonMistake'] as const;
const MISTAKE: Reason = { word: 'reasonMistake', text: 'Mistake at the register' };

const countLeft = ({ quantity, refundedQty }: ReturnableSale['lines'][number]) =>
  quantity - refundedQty;

type ReturnLinesProps = {
  desk: Returns;
  sale: ReturnableSale;
  isWhole: boolean;
  /** Looks for another sale. */
  onSearch: (text: string) => void;
  onBack: () => void;
  onGiven: (given: ReturnRecord) => void;
};

/** Chooses what comes back of a sale, and the reason; says what goes back before it is given. */
export function ReturnLines({ desk, sale, isWhole, onSearch, onBack, onGiven }: ReturnLinesProps) {
  const say = useSay();
  const { fair } = useTillState();
  const { lines, change, changeAt, move, chosen } = useReturnedLines(sale, isWhole);
  const [reason, setReason] = useState<Reason | null>(isWhole ? MISTAKE : null);
  const [asks, setAsks] = useState(false);
  const plan = desk.plan(sale, lines);
  const { give, clientRefundId } = useGiving(desk, { sale, lines, reason }, onGiven);
  const refuse = useRefusal();
  const isReady = plan.units > 0 && plan.missingCents === 0 && (reason?.text ?? '') !== '';
  const ask = () => {
    if (isReady && !refuse()) setAsks(true);
  };
  const { mayApprove } = useTillState();
  const onMain = () => (mayApprove && isReady ? void give() : ask());
  useScans((code) => {
    const read = code.replaceAll(/[\s-]/g, '');
    const line = sale.lines.find(({ sku }) => sku !== null && read.startsWith(sku));
    if (line) change(line.lineNo, 1);
    else onSearch(code.trim());
  });
  useKeys((key) => {
    const actions: Record<string, () => void> = {
      Escape: onBack,
      Enter: onMain,
      '+': () => changeAt(1),
      '-': () => changeAt(-1),
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
    };
    actions[key]?.();
    return key in actions;
  });
  const when =
    fair &&
    `${formatDay(dayIn(sale.soldAt, fair.timeZone))}, ${formatTime(sale.soldAt, fair.timeZone)}`;
  const head = [say('saleOf', { number: toSaleNumber(sale) }), when, sale.customerName];
  return (
    <Frame
      className="scrolls"
      money={
        <ReturnMoney
          sale={sale}
          plan={plan}
          hasReason={(reason?.text ?? '') !== ''}
          isReady={isReady}
          onMain={onMain}
        />
      }
    >
      <Head
        title={say(isWhole ? 'takeBackSale' : 'returnLines')}
        text={head.filter(Boolean).join(' · ')}
        onBack={onBack}
      />
      <BackLines sale={sale} lines={lines} chosen={chosen} onChange={change} />
      <div className="why-row">
        <Reasons reasons={REASONS} reason={reason} onChange={setReason} />
      </div>
      {asks && (
        <AskApproval
          sale={sale}
          lines={lines}
          reason={reason}
          amountCents={plan.totalCents}
          clientRefundId={clientRefundId}
          onApproved={(approval) => {
            setAsks(false);
            void give(approval);
          }}
          onClose={() => setAsks(false)}
        />
      )}
    </Frame>
  );
}

/** Says before it is asked for if an approval needs a network. Returns true if it does. */
function useRefusal(): () => boolean {
  const say = useSay();
  const { warn } = useNavigation();
  const { mayApprove, network } = useTillState();
  return () => {
    const isRefused = !mayApprove && network === 'offline';
    if (isRefused) warn(say('return_needs_network'));
    return isRefused;
  };
}

/** Gives the return once, however often the button is tapped. */
function useGiving(
  desk: Returns,
  request: { sale: ReturnableSale; lines: readonly ReturnedLine[]; reason: Reason | null },
  onGiven: (given: ReturnRecord) => void,
) {
  const say = useSay();
  const { warn } = useNavigation();
  const [clientRefundId] = useState(() => crypto.randomUUID());
  const give = async (approval?: GivenApproval) => {
    const { sale, lines, reason } = request;
    const result = await desk.give({
      clientRefundId,
      sale,
      lines,
      reason: reason?.text ?? '',
      ...(approval?.id && { approval: { id: approval.id, name: approval.name } }),
    });
    if (result.ok) onGiven(result.given);
    else warn(say(`return_${result.reason}`));
  };
  return { give, clientRefundId };
}

function AskApproval({
  sale,
  lines,
  reason,
  amountCents,
  clientRefundId,
  onApproved,
  onClose,
}: {
  sale: ReturnableSale;
  lines: readonly ReturnedLine[];
  reason: Reason | null;
  amountCents: number;
  clientRefundId: string;
  onApproved: (approval: GivenApproval) => void;
  onClose: () => void;
}) {
  const say = useSay();
  const back = lines.filter(({ quantity }) => quantity > 0);
  const isAll = sale.lines.every((line) =>
    back.some(({ lineNo, quantity }) => lineNo === line.lineNo && quantity === line.quantity),
  );
  const titles = back.map(
    ({ lineNo }) => sale.lines.find((line) => line.lineNo === lineNo)?.title ?? '',
  );
  const count = back.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <ApproveSheet
      what={`${say(isAll ? 'wholeSaleBack' : 'returnIt')} · ${say('items', { count })}`}
      more={[...titles, sale.customerName, reason && say(reason.word)].filter(Boolean).join(' · ')}
      request={{
        kinds: [isAll ? 'void' : 'refund'],
        clientOrderId: sale.clientOrderId,
        clientRefundId,
        amountCents,
      }}
      onApproved={onApproved}
      onClose={onClose}
    />
  );
}

/** Units that come back by line, and the line that the keys change. */
function useReturnedLines(sale: ReturnableSale, isWhole: boolean) {
  const [lines, setLines] = useState<ReturnedLine[]>(() =>
    sale.lines.map((line) => ({
      lineNo: line.lineNo,
      quantity: isWhole ? countLeft(line) : 0,
      isDamaged: false,
    })),
  );
  const [at, setAt] = useState(0);
  const change = (lineNo: number, by: number, isDamaged?: boolean) => {
    const line = sale.lines.find((sold) => sold.lineNo === lineNo);
    if (!line) return;
    setAt(sale.lines.indexOf(line));
    setLines((before) =>
      before.map((each) => {
        if (each.lineNo !== lineNo) return each;
        const quantity = Math.min(countLeft(line), Math.max(0, each.quantity + by));
        return { ...each, quantity, isDamaged: isDamaged ?? each.isDamaged };
      }),
    );
  };
  const chosen = sale.lines[at]?.lineNo ?? 0;
  return {
    lines,
    change,
    changeAt: (by: number) => change(chosen, by),
    chosen,
    move: (by: number) => setAt(Math.min(sale.lines.length - 1, Math.max(0, at + by))),
  };
}
