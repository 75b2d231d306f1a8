import { formatTime } from '@pos/contract/values/clock';
import { formatDay } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { IconCheck, IconInfoCircle, IconPrinter } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTillState } from '#register/app/till-context.ts';
import { Frame, Head } from '#register/frame/frame.tsx';
import { BigAmount, METHODS } from '#register/frame/money-parts.tsx';
import { Paper } from '#register/screens/receipts/paper.tsx';
import type { Drawer, OfficeDay } from '#register/till/drawer.ts';
import { plainAmount } from '#register/ui/amounts.ts';
import { Button } from '#register/ui/controls.tsx';
import { useEscape } from '#register/ui/keys.ts';
import { useSay } from '#register/words/say.tsx';

/** Sums of the day (X report), from this register's own sales, compared with the office's. */
export function DayReport({ drawer, onClose }: { drawer: Drawer; onClose: () => void }) {
  const say = useSay();
  const { today, device, fair, network } = useTillState();
  const [openedAt] = useState(() => new Date().toISOString());
  const [office, setOffice] = useState<OfficeDay | null>(null);
  useEffect(() => {
    let isShown = true;
    void drawer.officeDay().then((day) => isShown && setOffice(day));
    return () => {
      isShown = false;
    };
  }, [drawer, network, today.unsent, today.sales]);
  useEscape(onClose);
  const isSame = office?.orders === today.sales && office.totalCents === today.totalCents;
  const head = say('dayReportText', {
    register: device?.name ?? '',
    day: today.day ? formatDay(today.day) : '',
    time: fair ? formatTime(openedAt, fair.timeZone) : '',
  });
  return (
    <Frame
      className="scrolls"
      money={
        <>
          <div className={`note ${office && isSame ? 'good' : ''}`} role="status">
            {office && isSame ? <IconCheck className="ic" /> : <IconInfoCircle className="ic" />}
            <span>
              {office === null
                ? say('officeAway')
                : isSame
                  ? say('officeSame')
                  : say('officeDiffers', {
                      sales: office.orders,
                      amount: formatCents(office.totalCents),
                    })}
            </span>
          </div>
          <div className="end" />
          <div className="rule" />
          <BigAmount label={say('total')} amount={formatCents(today.totalCents)} />
          <Button className="b main block strong" onClick={() => window.print()}>
            <IconPrinter className="ic" />
            {say('printThis')}
          </Button>
        </>
      }
    >
      <Head title={say('dayReport')} text={head} onBack={onClose} />
      <Sums drawer={drawer} />
      <Paper>
        <h1>{say('dayReport')}</h1>
        <p className="c">{fair?.schoolName}</p>
        <p className="c">{head}</p>
        <hr />
        <Sums drawer={drawer} />
      </Paper>
    </Frame>
  );
}

function Sums({ drawer }: { drawer: Drawer }) {
  const say = useSay();
  const { today } = useTillState();
  const sums = drawer.money();
  const row = (label: string, value: string, isSum = false) => (
    <tr className={isSum ? 'sum' : ''}>
      <td>{label}</td>
      <td className="r">{value}</td>
    </tr>
  );
  const minus = (cents: number) => (cents > 0 ? `−${plainAmount(cents)}` : plainAmount(cents));
  return (
    <>
      <section className="card sums-card">
        <table className="tab num">
          <tbody>
            {row(say('salesCount'), String(today.sales))}
            {today.methods.map(({ method, payments, totalCents }) => (
              <tr key={method}>
                <td>
                  {say(METHODS[method].word)}, {payments}
                </td>
                <td className="r">{plainAmount(totalCents)}</td>
              </tr>
            ))}
            {row(say('total'), plainAmount(today.totalCents), true)}
            {today.returns > 0 &&
              row(say('returnsCount', { count: today.returns }), minus(today.returnedCents))}
            {row(say('taxInIt'), plainAmount(today.taxCents))}
          </tbody>
        </table>
      </section>
      <h2>{say('cashDrawer')}</h2>
      <section className="card sums-card">
        <table className="tab num">
          <tbody>
            {row(say('move_float_in'), plainAmount(sums.floatInCents))}
            {row(say('cashTaken', { count: sums.cashPayments }), plainAmount(sums.takenCents))}
            {row(say('cashBack'), minus(sums.givenBackCents))}
            {row(say('move_float_out'), minus(sums.floatOutCents))}
            {row(say('safeLine'), minus(sums.toSafeCents))}
            {row(say('paidLine'), minus(sums.paidOutCents))}
            {row(
              say('shouldBe'),
              today.drawerCountedAt ? plainAmount(sums.expectedCents) : say('afterCount'),
              true,
            )}
          </tbody>
        </table>
      </section>
    </>
  );
}
