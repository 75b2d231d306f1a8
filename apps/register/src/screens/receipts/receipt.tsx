import { formatCents } from '@pos/contract/values/money';
import { IconMail, IconPrinter, IconQrcode } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTill, useTillState } from '#register/app/till-context.ts';
import { type ReceiptWay, SALE, useNavigation } from '#register/app/view.ts';
import { Frame, Head } from '#register/frame/frame.tsx';
import { makeReceipt } from '#register/receipt/make-receipt.ts';
import type { Receipt } from '#register/receipt/receipt.ts';
import { toFragment } from '#register/receipt/receipt-link.ts';
import type { SaleRecord } from '#register/till/till.ts';
import { Button } from '#register/ui/controls.tsx';
import { useKeys } from '#register/ui/keys.ts';
import { QrCode } from '#register/ui/qr-code.tsx';
import { addReceiptWords } from '#register/words/receipts.ts';
import { useSay } from '#register/words/say.tsx';
import { EmailReceipt } from './email-receipt.tsx';
import { PaperReceipt } from './paper-receipt.tsx';
import './receipts.css';

addReceiptWords();

/** Finn Quillan is "Finn Q." on paper. */
const shortName = (name: string | null): string | null =>
  name && name.replace(/^(\S+)\s.*?(\S)\S*$/, '$1 $2.');

type ReceiptScreenProps = { id: string; way: ReceiptWay; onClose: () => void };

/** The receipt of a finished sale: as a code for a phone, by email, or on paper. */
export default function ReceiptScreen({ id, way: given, onClose }: ReceiptScreenProps) {
  const say = useSay();
  const till = useTill();
  const state = useTillState();
  const { done, fair, settings, device } = state;
  const { warn, go } = useNavigation();
  const [way, setWay] = useState(given);
  const sale = useMemo(
    () => till.sales().find(({ order }) => order.clientOrderId === id) ?? null,
    [till, id],
  );
  const receipt = useMemo(
    () => sale && makeReceipt(sale, { fair, settings, device }),
    [sale, fair, settings, device],
  );
  useEffect(() => {
    if (receipt) return;
    onClose();
    warn(say('notHere'));
  }, [receipt, onClose, warn, say]);
  useEffect(() => {
    if (given === 'print') window.print();
  }, [given]);
  const next = () => {
    till.nextCustomer();
    go(SALE);
  };
  useKeys((key) => {
    if (key === 'Escape') onClose();
    else if (key === 'Enter' && done && way !== 'email') next();
    else return false;
    return true;
  });
  if (!sale || !receipt) return null;
  return (
    <Frame
      className="scrolls"
      money={
        <>
          {done && done.changeCents > 0 && (
            <>
              <p className="label">{say('change')}</p>
              <div className="due">
                <span className="v num">{formatCents(done.changeCents)}</span>
              </div>
            </>
          )}
          <div className="col ways">
            {way === 'email' ? (
              <Button className="b block" onClick={() => setWay('show')}>
                <IconQrcode className="ic" />
                {say('showInstead')}
              </Button>
            ) : (
              <Button className="b block" onClick={() => setWay('email')}>
                <IconMail className="ic" />
                {say('emailInstead')}
              </Button>
            )}
            <Button className="b block" onClick={() => window.print()}>
              <IconPrinter className="ic" />
              {say('printInstead')}
            </Button>
          </div>
          <p className="label">{say('worksOffline')}</p>
          <div className="end" />
          {done && (
            <>
              <p className="label or-scan">{say('closesByScan')}</p>
              <Button className="b pri main block" onClick={next}>
                {say('nextCustomer')}
                <kbd>Enter</kbd>
              </Button>
            </>
          )}
        </>
      }
    >
      <Head title={say('receiptOf', { number: sale.order.sequence })} onBack={onClose} />
      {way === 'email' ? <EmailReceipt sale={sale} /> : <PhoneCode receipt={receipt} />}
      <Printed sale={sale} receipt={receipt} />
    </Frame>
  );
}

/** The code that opens the receipt on a phone. */
function PhoneCode({ receipt }: { receipt: Receipt }) {
  const say = useSay();
  const [fragment, setFragment] = useState<string | null>(null);
  useEffect(() => {
    let isShown = true;
    void toFragment(receipt).then((made) => isShown && setFragment(made));
    return () => {
      isShown = false;
    };
  }, [receipt]);
  return (
    <section className="card phone-code">
      {fragment !== null && (
        <QrCode
          text={new URL(`/receipt#${fragment}`, location.origin).href}
          label={say('receiptCode')}
        />
      )}
      <h2>{say('pointPhone')}</h2>
      <p className="t2">{say('pointPhoneText')}</p>
    </section>
  );
}

function Printed({ sale, receipt }: { sale: SaleRecord; receipt: Receipt }) {
  const name = sale.order.customerType === 'student' ? shortName(sale.customerName) : null;
  return (
    <PaperReceipt
      receipt={receipt}
      customer={name}
      cashier={sale.cashierName.split(' ')[0] ?? ''}
      orderNumber={sale.answer?.orderNumber ?? null}
    />
  );
}
