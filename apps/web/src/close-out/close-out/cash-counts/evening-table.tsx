import type { CloseOutSnapshot } from '@pos/contract/close-out/close-out-snapshot';
import { formatCount } from '@pos/contract/values/counts';
import { formatDay } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import * as styles from '#web/reports/reports/result/statement.module.css';
import { TableHead } from '#web/ui/layout/table-head.tsx';

/** Evening counts as stored in the close-out. */
export function EveningTable({ counts }: { counts: CloseOutSnapshot['cashCounts'] }) {
  return (
    <div className={styles.statement} data-part="statement">
      <div
        className={styles.statementScroll}
        tabIndex={0}
        role="region"
        aria-label="Evening counts of this close-out, table"
      >
        <table>
          <TableHead
            heads={[
              'Day',
              { right: 'Cash' },
              { right: 'Checks' },
              { right: 'Number' },
              'Counted by',
            ]}
          />
          <tbody>
            {counts.map(
              ({ businessDay, cashCents, checkCents, checks, countedBy, secondPerson }) => (
                <tr key={businessDay}>
                  <th scope="row">{formatDay(businessDay)}</th>
                  <td className="align-right">{formatCents(cashCents)}</td>
                  <td className="align-right">{formatCents(checkCents)}</td>
                  <td className="align-right">{formatCount(checks)}</td>
                  <td>
                    <span data-private>
                      {countedBy}, {secondPerson}
                    </span>
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
    </div>
  );
}
