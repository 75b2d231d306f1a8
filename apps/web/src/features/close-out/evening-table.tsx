import type { CloseOutSnapshot } from '@pos/contract/close-out-snapshot';
import { formatCount } from '@pos/contract/values/counts';
import { formatDay } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import '#web/features/reports/result/statement.css';

/** Evening counts as stored in the close-out. */
export function EveningTable({ counts }: { counts: CloseOutSnapshot['cashCounts'] }) {
  return (
    <div className="statement">
      <div
        className="statement-scroll"
        tabIndex={0}
        role="region"
        aria-label="Evening counts, table"
      >
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col" className="r">
                Cash
              </th>
              <th scope="col" className="r">
                Checks
              </th>
              <th scope="col" className="r">
                Number
              </th>
              <th scope="col">Counted by</th>
            </tr>
          </thead>
          <tbody>
            {counts.map(
              ({ businessDay, cashCents, checkCents, checks, countedBy, secondPerson }) => (
                <tr key={businessDay}>
                  <th scope="row">{formatDay(businessDay)}</th>
                  <td className="r">{formatCents(cashCents)}</td>
                  <td className="r">{formatCents(checkCents)}</td>
                  <td className="r">{formatCount(checks)}</td>
                  <td>
                    {countedBy}, {secondPerson}
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
