import { PAYMENT_METHOD_NUMBERS } from '@pos/contract/sales/payment-methods';
import { formatTime } from '@pos/contract/values/clock';
import { formatDay } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import {
  IconAlertTriangle,
  IconArrowsDownUp,
  IconCash,
  IconArrowBackUp,
  IconCloudOff,
  IconLogout,
  IconRefresh,
  IconReportAnalytics,
} from '@tabler/icons-react';
import { useTill, useTillState } from '#register/app/till-context.ts';
import { useNavigation } from '#register/app/view.ts';
import { Frame, Head } from '#register/frame/frame.tsx';
import { METHODS } from '#register/frame/money-parts.tsx';
import { useUnsent } from '#register/frame/use-unsent.ts';
import type { SaleRecord } from '#register/till/till.ts';
import { plainAmount } from '#register/ui/amounts.ts';
import { Button } from '#register/ui/controls.tsx';
import { useEscape } from '#register/ui/keys.ts';
import { useSay } from '#register/words/say.tsx';
import { GivenReturns } from './given-returns.tsx';
import { OpenCards } from './open-cards.tsx';
import { SaleState } from './sale-state.tsx';
import { useSend } from './use-send.ts';

/** Most sales in the list. */
const LISTED = 100;

/** The day of this register: sums by method, its last sales, and what is not sent yet. */
export default function Today({ onClose }: { onClose: () => void }) {
  const say = useSay();
  const till = useTill();
  const { go } = useNavigation();
  const { send, busy } = useSend();
  const { today, outbox } = useTillState();
  const { sales: unsentSales, what } = useUnsent();
  useEscape(onClose);
  const all = till.sales();
  const sales = all.filter(({ day }) => day === today.day);
  const returns = till.givenReturns().filter(({ day }) => day === today.day);
  return (
    <Frame
      className="scrolls flows"
      money={
        <>
          <DayMoney />
          {outbox.unsent > 0 && (
            <div className="purse">
              <div className="r">
                <b className="row">
                  <IconCloudOff className="ic" />
                  {say('unsentTitle', { what })}
                </b>
              </div>
              <p className="label">
                {unsentSales > 0 && `${formatCents(outbox.unsentCents)}. `}
                {say('unsentSafe')}
              </p>
              <Button
                className="b sm"
                disabled={busy || outbox.sending}
                onClick={() => void send()}
              >
                <IconRefresh className="ic s" />
                {say('sendNow')}
              </Button>
            </div>
          )}
          {outbox.rejectedReturns.length > 0 && (
            <p className="note warn gap-above">
              <IconAlertTriangle className="ic" />
              <span>
                <b>{say('rejectedReturns', { count: outbox.rejectedReturns.length })}</b>
                <br />
                {say('rejectedReturnsText')}
              </span>
            </p>
          )}
          {outbox.rejected.length > 0 && (
            <p className="note warn gap-above">
              <IconAlertTriangle className="ic" />
              <span>
                <b>{say('rejectedTitle', { count: outbox.rejected.length })}</b>
                <br />
                {say('rejectedText')}
              </span>
            </p>
          )}
          <div className="end" />
          <DrawerButtons />
          <Button className="b main block strong" onClick={() => go({ name: 'hand-over' })}>
            <IconLogout className="ic" />
            {say('handOverShort')}
          </Button>
        </>
      }
    >
      <Head
        title={say('today')}
        text={today.day ? say('thisRegister', { day: formatDay(today.day) }) : undefined}
        onBack={onClose}
      />
      <OpenCards sales={all} />
      <Methods />
      {returns.length > 0 && <GivenReturns returns={returns} />}
      <h2>{say('lastSales')}</h2>
      {sales.length === 0 ? (
        <p className="t2">{say('noSalesYet')}</p>
      ) : (
        <ul className="card rows last-sales">
          {sales.slice(0, LISTED).map((sale) => (
            <Sale key={sale.order.clientOrderId} sale={sale} />
          ))}
        </ul>
      )}
    </Frame>
  );
}

/** Leads to the sums of the day, the count of the drawer, and money beside sales. */
function DrawerButtons() {
  const say = useSay();
  const { go } = useNavigation();
  return (
    <>
      <div className="acts today-acts">
        <Button className="b" onClick={() => go({ name: 'drawer', page: 'report' })}>
          <IconReportAnalytics className="ic" />
          {say('daySums')}
        </Button>
        <Button className="b" onClick={() => go({ name: 'drawer', page: 'count' })}>
          <IconCash className="ic" />
          {say('countDrawer')}
        </Button>
      </div>
      <Button className="b block today-moves" onClick={() => go({ name: 'drawer', page: 'moves' })}>
        <IconArrowsDownUp className="ic" />
        {say('moneyInOut')}
      </Button>
    </>
  );
}

/** Sums of the day. */
function DayMoney() {
  const say = useSay();
  const { today } = useTillState();
  return (
    <>
      <p className="label">{say('takenToday')}</p>
      <div className="due">
        <span className="v num today-total">{formatCents(today.totalCents)}</span>
      </div>
      <ul className="mini first num">
        <li>
          <span>{say('salesCount')}</span>
          <span>{today.sales}</span>
        </li>
        <li>
          <span>{say('taxInIt')}</span>
          <span>{plainAmount(today.taxCents)}</span>
        </li>
        {today.returns > 0 && (
          <li>
            <span>{say('returnsCount', { count: today.returns })}</span>
            <span>−{plainAmount(today.returnedCents)}</span>
          </li>
        )}
      </ul>
    </>
  );
}

function Methods() {
  const say = useSay();
  const { today } = useTillState();
  const used = PAYMENT_METHOD_NUMBERS.flatMap((method) =>
    today.methods.filter((each) => each.method === method),
  );
  return (
    <section className="card sums-card">
      <table className="tab num">
        <thead>
          <tr>
            <th>{say('paidWith')}</th>
            <th className="r">{say('payments')}</th>
            <th className="r">{say('total')}</th>
            {today.returns > 0 && <th className="r">{say('givenBack')}</th>}
          </tr>
        </thead>
        <tbody>
          {used.map(({ method, payments, totalCents, backCents }) => {
            const { word, icon: MethodIcon } = METHODS[method];
            return (
              <tr key={method}>
                <td>
                  <span className="row">
                    <MethodIcon className="ic" />
                    {say(word)}
                  </span>
                </td>
                <td className="r">{payments}</td>
                <td className="r sb">{plainAmount(totalCents)}</td>
                {today.returns > 0 && <td className="r">−{plainAmount(backCents)}</td>}
              </tr>
            );
          })}
          <tr className="sum">
            <td>{say('together')}</td>
            <td className="r">{used.reduce((sum, { payments }) => sum + payments, 0)}</td>
            <td className="r">{plainAmount(today.totalCents)}</td>
            {today.returns > 0 && <td className="r">−{plainAmount(today.returnedCents)}</td>}
          </tr>
        </tbody>
      </table>
    </section>
  );
}

function Sale({ sale: { order, customerName, answer } }: { sale: SaleRecord }) {
  const say = useSay();
  const { go } = useNavigation();
  const { fair } = useTillState();
  const words = [
    fair && formatTime(order.soldAt, fair.timeZone),
    customerName,
    ...order.payments.map(({ method }) => say(METHODS[method].word)),
  ];
  return (
    <li className="sale-line">
      <Button
        className="hit sale-row"
        onClick={() =>
          go({ name: 'receipt', id: order.clientOrderId, way: 'show', back: { name: 'today' } })
        }
      >
        <span className="num sb">{say('saleNumber', { number: order.sequence })}</span>
        <span className="ell">{words.filter(Boolean).join(' · ')}</span>
        <span className="row">
          <SaleState answer={answer} />
          <span className="num sb">{plainAmount(order.totalCents)}</span>
        </span>
      </Button>
      <Button
        className="bi"
        aria-label={say('returnOf', { number: order.sequence })}
        onClick={() => go({ name: 'return', search: order.clientOrderId })}
      >
        <IconArrowBackUp className="ic s" />
      </Button>
    </li>
  );
}
