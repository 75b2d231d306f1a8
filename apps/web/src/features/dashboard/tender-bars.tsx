import { PAYMENT_METHODS } from '@pos/contract/payments';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCents } from '#web/lib/money.ts';
import { IconButton } from '#web/ui/button.tsx';
import { usePoints } from '#web/ui/use-points.ts';
import './tender-bars.css';
import type { BlockQuery, Good } from './dashboard.data.ts';
import { PartCard } from './part-card.tsx';

const TITLE = 'Collected by payment method';

/** What was collected by each method, the largest first, with its amount and part; the same as a table. */
export function TenderBars({ query }: { query: BlockQuery<'tenders'> }) {
  const [isTable, setIsTable] = useState(false);
  const SwitchIcon = isTable ? IconChartBar : IconTable;
  const aside = (
    <IconButton label={isTable ? 'View as chart' : 'View as table'} onClick={() => setIsTable(!isTable)}>
      <SwitchIcon size={18} stroke={1.75} aria-hidden />
    </IconButton>
  );
  return (
    <PartCard title={TITLE} query={query} lines={6} aside={aside} intro={query.data && <Intro tenders={query.data.block} />}>
      {({ block }) => (isTable ? <TenderTable tenders={block} /> : <Bars tenders={block} />)}
    </PartCard>
  );
}

function Intro({ tenders: { totalCents, uncollectedCents } }: { tenders: Good<'tenders'> }) {
  return <span className="num">Net sales plus tax, {formatCents(totalCents - uncollectedCents)}{uncollectedCents > 0 && `; ${formatCents(uncollectedCents)} uncollected`}</span>;
}

function percentText(percent: number | null): string {
  return percent === null ? '–' : `${Math.round(percent)}%`;
}

function Bars({ tenders: { methods } }: { tenders: Good<'tenders'> }) {
  const point = usePoints(methods.length);
  const highest = Math.max(1, ...methods.map(({ netCents }) => netCents));
  return (
    <div className="tenders" role="group" aria-label={TITLE}>
      {methods.map(({ method, netCents, percent }, index) => (
        <div key={method} {...point(index)} className={netCents === 0 ? 'tender none' : 'tender'} role="img" aria-label={`${PAYMENT_METHODS[method]}: ${formatCents(netCents)}, ${percentText(percent)}`}>
          <span>{PAYMENT_METHODS[method]}</span>
          <span className="tender-track">
            <span style={{ width: `${(Math.max(0, netCents) / highest) * 100}%` }} />
          </span>
          <b className="num">{formatCents(netCents)}</b>
          <span className="num t3">{percentText(percent)}</span>
        </div>
      ))}
    </div>
  );
}

function TenderTable({ tenders: { methods, totalCents, uncollectedCents } }: { tenders: Good<'tenders'> }) {
  return (
    <table className="chart-table">
      <caption className="vh">{TITLE}</caption>
      <tbody>
        {methods.map(({ method, netCents, percent }) => (
          <tr key={method}>
            <th scope="row">{PAYMENT_METHODS[method]}</th>
            <td>{formatCents(netCents)}</td>
            <td className="t3">{percentText(percent)}</td>
          </tr>
        ))}
        {uncollectedCents !== 0 && (
          <tr>
            <th scope="row">Uncollected</th>
            <td>{formatCents(uncollectedCents)}</td>
            <td />
          </tr>
        )}
        <tr>
          <th scope="row">Net sales plus tax</th>
          <td className="sb">{formatCents(totalCents)}</td>
          <td />
        </tr>
      </tbody>
    </table>
  );
}
