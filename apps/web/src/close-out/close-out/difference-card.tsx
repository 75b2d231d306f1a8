import type { CloseOutDifference } from '@pos/contract/close-out/close-out-snapshot';
import { formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import type { ReactNode } from 'react';
import { Card } from '#web/ui/layout/card.tsx';
import { TableHead } from '#web/ui/layout/table-head.tsx';
import * as styles from '#web/reports/reports/result/statement.module.css';

const CHANGES = { added: 'Added', changed: 'Changed', removed: 'Removed' } as const;

type DifferenceCardProps = { difference: CloseOutDifference };

/** Differences between the last two snapshots: figures and orders. */
export function DifferenceCard({ difference: { from, to, figures, orders } }: DifferenceCardProps) {
  const isSame = figures.length === 0 && orders.length === 0;
  return (
    <Card title={`What changed from v${from} to v${to}`}>
      {isSame && (
        <p className="subdued">Nothing. Both close-outs have the same figures and orders.</p>
      )}
      {figures.length > 0 && (
        <Scroll label="Figures that changed">
          <TableHead
            heads={['Figure', { right: `v${from}` }, { right: `v${to}` }, { right: 'Difference' }]}
          />
          <tbody>
            {figures.map(({ figure, kind, from: before, to: after, difference }) => (
              <tr key={figure}>
                <th scope="row">{figure}</th>
                <td className="align-right">{shown(kind, before)}</td>
                <td className="align-right">{shown(kind, after)}</td>
                <td className="align-right semibold">{signed(kind, difference)}</td>
              </tr>
            ))}
          </tbody>
        </Scroll>
      )}
      {orders.length > 0 && (
        <Scroll label="Orders that changed">
          <TableHead
            heads={['Order', 'Change', { right: `v${from}, total` }, { right: `v${to}, total` }]}
          />
          <tbody>
            {orders.map(({ orderNumber, change, from: before, to: after }) => (
              <tr key={orderNumber}>
                <th scope="row" className="monospace">
                  {orderNumber}
                </th>
                <td>{CHANGES[change]}</td>
                <td className="align-right">{before ? formatCents(before.totalCents) : '–'}</td>
                <td className="align-right">{after ? formatCents(after.totalCents) : '–'}</td>
              </tr>
            ))}
          </tbody>
        </Scroll>
      )}
    </Card>
  );
}

/** Table that scrolls sideways on a narrow screen, by keyboard too. */
function Scroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.statement} data-part="statement">
      <div className={styles.statementScroll} tabIndex={0} role="region" aria-label={label}>
        <table>{children}</table>
      </div>
    </div>
  );
}

type Kind = CloseOutDifference['figures'][number]['kind'];
const shown = (kind: Kind, value: number) =>
  kind === 'cents' ? formatCents(value) : formatCount(value);
const signed = (kind: Kind, value: number) => `${value > 0 ? '+' : ''}${shown(kind, value)}`;
