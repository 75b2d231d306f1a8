import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import { formatCents } from '@pos/contract/values/money';
import { formatShare } from '@pos/contract/values/percent';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { IconButton } from '#web/ui/buttons/button.tsx';
import * as styles from '#web/ui/chart/chart.module.css';
import { RowBars } from '#web/ui/chart/row-bars.tsx';
import type { BlockQuery, Good } from './dashboard.data.ts';
import { PartCard } from './part-card.tsx';

const TITLE = 'Collected by payment method';

/** Amount and share collected by each method, largest first; also as a table. */
export function TenderBars({ query }: { query: BlockQuery<'tenders'> }) {
  const [isTable, setIsTable] = useState(false);
  const SwitchIcon = isTable ? IconChartBar : IconTable;
  const aside = (
    <IconButton
      label={isTable ? 'View as chart' : 'View as table'}
      onClick={() => setIsTable(!isTable)}
    >
      <SwitchIcon size={18} stroke={1.75} aria-hidden />
    </IconButton>
  );
  return (
    <PartCard
      title={TITLE}
      query={query}
      lines={6}
      aside={aside}
      intro={query.data ? <Intro tenders={query.data.block} /> : '\u00a0'}
    >
      {({ block }) => (isTable ? <TenderTable tenders={block} /> : <Bars tenders={block} />)}
    </PartCard>
  );
}

function Intro({ tenders: { totalCents, uncollectedCents } }: { tenders: Good<'tenders'> }) {
  return (
    <span className="numeric">
      {formatCents(totalCents - uncollectedCents)} in all, with tax
      {uncollectedCents > 0 && `; ${formatCents(uncollectedCents)} not collected`}
    </span>
  );
}

/** Share of a method in everything that was collected. */
function toShare(
  netCents: number,
  { totalCents, uncollectedCents }: Pick<Good<'tenders'>, 'totalCents' | 'uncollectedCents'>,
): string {
  return formatShare(netCents, totalCents - uncollectedCents);
}

function Bars({ tenders: { methods, ...sums } }: { tenders: Good<'tenders'> }) {
  return (
    <RowBars
      title={TITLE}
      bars={methods.map(({ method, netCents }) => ({
        name: PAYMENT_METHODS[method],
        value: netCents,
        text: formatCents(netCents),
        detail: toShare(netCents, sums),
      }))}
    />
  );
}

type TenderTableProps = { tenders: Good<'tenders'> };

function TenderTable({ tenders: { methods, totalCents, uncollectedCents } }: TenderTableProps) {
  return (
    <table className={styles.chartTable}>
      <caption className="visually-hidden">{TITLE}</caption>
      <tbody>
        {methods.map(({ method, netCents }) => (
          <tr key={method}>
            <th scope="row">{PAYMENT_METHODS[method]}</th>
            <td>{formatCents(netCents)}</td>
            <td className="muted">{toShare(netCents, { totalCents, uncollectedCents })}</td>
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
          <td className="semibold">{formatCents(totalCents)}</td>
          <td />
        </tr>
      </tbody>
    </table>
  );
}
