import type { SoldPayment } from '@pos/contract/sales/register-orders';
import { formatCents } from '@pos/contract/values/money';
import { IconCreditCard } from '@tabler/icons-react';
import { useState } from 'react';
import { useTill } from '#register/app/till-context.ts';
import { useNavigation } from '#register/app/view.ts';
import { findOpenCards } from '#register/till/rules/card-results.ts';
import type { SaleRecord } from '#register/till/till.ts';
import { Button } from '#register/ui/controls.tsx';
import { Sheet } from '#register/ui/sheet.tsx';
import { addHelpingWords } from '#register/words/helping.ts';
import { useSay } from '#register/words/say.tsx';

addHelpingWords();

type OpenCard = { sale: SaleRecord; payment: SoldPayment };

/** Card payments that were left open: the terminal may answer hours after the books have gone. */
export function OpenCards({ sales }: { sales: readonly SaleRecord[] }) {
  const say = useSay();
  const [asked, setAsked] = useState<OpenCard | null>(null);
  const open = sales.flatMap((sale) => findOpenCards(sale).map((payment) => ({ sale, payment })));
  if (open.length === 0) return null;
  return (
    <>
      <h2>{say('openCards')}</h2>
      <ul className="card rows last-sales">
        {open.map((each) => (
          <li key={each.payment.clientPaymentId} className="hit sale-row">
            <IconCreditCard className="ic" />
            <span className="num sb">{say('openCard', toValues(each))}</span>
            <span className="row">
              <Button className="b sm" onClick={() => setAsked(each)}>
                {say('cardAnswered')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {asked && <Settle card={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function toValues({ sale, payment }: OpenCard): { number: number; amount: string } {
  return { number: sale.order.sequence, amount: formatCents(payment.amountCents) };
}

/** Takes the terminal's answer, once. */
function Settle({ card, onClose }: { card: OpenCard; onClose: () => void }) {
  const say = useSay();
  const till = useTill();
  const { warn } = useNavigation();
  const settle = async (isApproved: boolean) => {
    onClose();
    const { clientOrderId: saleId } = card.sale.order;
    const { clientPaymentId } = card.payment;
    const result = await till.settleCard({ saleId, clientPaymentId, isApproved });
    if (!result.ok) warn(say('start_not_stored'));
  };
  return (
    <Sheet title={say('openCard', toValues(card))} onClose={onClose}>
      <p className="t2">{say('cardAnsweredText')}</p>
      <div className="acts gap-above">
        <Button className="b strong" onClick={() => void settle(true)}>
          {say('cardWasApproved')}
        </Button>
        <Button className="b strong" onClick={() => void settle(false)}>
          {say('cardWasDeclined')}
        </Button>
      </div>
      <Button className="b block gap-above" onClick={onClose}>
        {say('cancelNothing')}
      </Button>
    </Sheet>
  );
}
