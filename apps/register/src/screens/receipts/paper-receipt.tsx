import { formatInstant } from '@pos/contract/values/clock';
import type { Receipt } from '#register/receipt/receipt.ts';
import { useSums } from '#register/receipt/sums.tsx';
import { plainAmount } from '#register/ui/amounts.ts';
import { QrCode } from '#register/ui/qr-code.tsx';
import { useSay } from '#register/words/say.tsx';
import { Paper } from './paper.tsx';

type PaperReceiptProps = {
  receipt: Receipt;
  customer: string | null;
  cashier: string;
  orderNumber: string | null;
};

/** A receipt on paper. It goes to the family, so it may say for whom it is: "Finn Q." */
export function PaperReceipt({ receipt, customer, cashier, orderNumber }: PaperReceiptProps) {
  const say = useSay();
  const sums = useSums(receipt);
  const { id, school, fair, soldAt, timeZone, lines, register, sequence } = receipt;
  const facts = [
    [say('receiptOrder'), orderNumber],
    [say('receiptDate'), formatInstant(soldAt, timeZone)],
    [say('receiptFor'), customer],
    [say('servedBy'), cashier],
  ].filter(([, value]) => value);
  return (
    <Paper>
      <h1>{school}</h1>
      <p className="c">{fair}</p>
      <hr />
      <table>
        <tbody>
          {facts.map(([name, value]) => (
            <tr key={name}>
              <td>{name}</td>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <hr />
      <table>
        <tbody>
          {lines.map((line, index) => (
            <tr key={index}>
              <td>
                {line.quantity > 1 && `${line.quantity} × `}
                {line.title}
                {line.ships && (
                  <>
                    <br />
                    {say('shipsToSchool')}
                  </>
                )}
              </td>
              <td>{plainAmount(line.netCents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <hr />
      <table>
        <tbody>
          {sums.map(({ label, amount, isTotal }, index) => (
            <tr key={index} className={isTotal ? 'sum' : ''}>
              <td>{label}</td>
              <td>{isTotal ? `$${amount}` : amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <hr />
      <p className="c">{say('bringReceipt')}</p>
      <QrCode text={id.toUpperCase()} label={say('receiptCode')} />
      <p className="c">
        <b>{say('receiptSale', { register, number: sequence })}</b>
      </p>
      {receipt.footer && <p className="c">{receipt.footer}</p>}
      <p className="c">{[receipt.phone, receipt.email].filter(Boolean).join(' · ')}</p>
    </Paper>
  );
}
