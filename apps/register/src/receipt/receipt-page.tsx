import { formatInstant } from '@pos/contract/values/clock';
import { formatCents } from '@pos/contract/values/money';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { plainAmount } from '#register/ui/amounts.ts';
import { Button } from '#register/ui/controls.tsx';
import { toCallAddress } from '#register/frame/call-address.ts';
import { Logo } from '#register/ui/logo.tsx';
import { QrCode } from '#register/ui/qr-code.tsx';
import { addReceiptWords } from '#register/words/receipts.ts';
import { useSay } from '#register/words/say.tsx';
import { fromFragment } from './receipt-link.ts';
import type { Receipt } from './receipt.ts';
import { useSums } from './sums.tsx';
import './receipt-page.css';

addReceiptWords();

/** A receipt on a parent's phone. Everything on it comes from its address. */
export function ReceiptPage({ fragment }: { fragment: string }) {
  const [receipt, setReceipt] = useState<Receipt | null | undefined>();
  useEffect(() => void fromFragment(fragment).then(setReceipt), [fragment]);
  if (receipt === undefined) return null;
  return receipt ? <ReceiptSheet receipt={receipt} /> : <NoReceipt />;
}

function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const say = useSay();
  const [subtotal, tax, , ...paid] = useSums(receipt);
  const { id, school, fair, soldAt, timeZone, lines, more, totalCents, phone, email } = receipt;
  return (
    <main className="rp">
      <header>
        <Logo />
        <div>
          <b>{school}</b>
          <span>{fair}</span>
        </div>
      </header>
      <div className="amt">
        <h1>{say('receiptTitle')}</h1>
        <p className="num">{formatCents(totalCents)}</p>
        <span>{formatInstant(soldAt, timeZone)}</span>
      </div>
      <ul className="num">
        {lines.map((line, index) => (
          <li key={index}>
            <span>
              <b>{line.quantity > 1 ? `${line.quantity} × ${line.title}` : line.title}</b>
              {line.ships && <small>{say('shipsToSchool')}</small>}
            </span>
            <span>{plainAmount(line.netCents)}</span>
          </li>
        ))}
        {more.items > 0 && (
          <li>
            <b>{say('moreItems', { count: more.items })}</b>
            <span>{plainAmount(more.cents)}</span>
          </li>
        )}
      </ul>
      <dl className="num">
        {[subtotal, tax, ...paid].map(
          (sum, index) =>
            sum && (
              <div key={index}>
                <dt>{sum.label}</dt>
                <dd>{sum.amount}</dd>
              </div>
            ),
        )}
      </dl>
      <section className="code">
        <QrCode text={id.toUpperCase()} label={say('receiptCode')} />
        <p>
          <b>{say('receiptSale', { register: receipt.register, number: receipt.sequence })}</b>
        </p>
        <p>{say('showPage')}</p>
      </section>
      {receipt.footer && <p className="foot">{receipt.footer}</p>}
      <div className="ft">
        <Button className="b block" onClick={() => window.print()}>
          <IconDownload />
          {say('savePdf')}
        </Button>
        <p>
          {say('questions')} {phone && <a href={toCallAddress(phone)}>{phone}</a>}
          {phone && email && ' · '}
          {email && <a href={`mailto:${email}`}>{email}</a>}
        </p>
      </div>
    </main>
  );
}

function NoReceipt() {
  const say = useSay();
  return (
    <main className="rp none">
      <Logo />
      <h1>{say('noReceipt')}</h1>
      <p>{say('noReceiptText')}</p>
    </main>
  );
}
