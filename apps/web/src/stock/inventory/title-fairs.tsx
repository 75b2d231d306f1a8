import { RECORD_STATUS } from '@pos/contract/record-status';
import { inventoryApi, type InventoryTitle, type TitleAtFair } from '@pos/contract/stock/inventory';
import { formatChange, formatCount, pluralize } from '@pos/contract/values/counts';
import { formatDayRange } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { useQuery } from '@tanstack/react-query';
import { pathTo } from '#web/lib/api/paths.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { DelayedSkeleton, ErrorNotice } from '#web/ui/messages/notice.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { Summary } from '#web/ui/layout/summary.tsx';
import { titleAtFairs } from './inventory.data.ts';
import * as tableStyles from '#web/ui/table/table.module.css';
import * as styles from './inventory.module.css';

type NamedTitle = Pick<InventoryTitle, 'id' | 'sku' | 'title'>;

/**
 * Stock of a title at each fair, first at those that are open or still have units, as the list counts
 * them; the fair's name links to the line there.
 */
export function TitleFairs({ title }: { title: NamedTitle }) {
  const { data: fairs, error, refetch } = useQuery(titleAtFairs(title.id));
  if (!fairs && error)
    return <ErrorNotice what="The fairs" error={error} retry={() => void refetch()} />;
  if (!fairs) {
    return <DelayedSkeleton width="60%" />;
  }
  if (fairs.length === 0) return <p className="subdued">No fair has this title.</p>;
  const current = fairs.filter(
    ({ closeOutState, onHand }) => closeOutState === 'open' || onHand > 0,
  );
  const closed = fairs.filter((fair) => !current.includes(fair));
  return (
    <div className="stack">
      {current.length > 0 && (
        <FairRows fairs={current} title={title} name={`Fairs that have ${title.title}`} />
      )}
      {closed.length > 0 && (
        <details>
          <Summary>{pluralize(closed.length, 'closed-out fair')}</Summary>
          <FairRows
            fairs={closed}
            title={title}
            name={`Closed-out fairs that had ${title.title}`}
          />
        </details>
      )}
    </div>
  );
}

type FairRowsProps = { fairs: readonly TitleAtFair[]; title: NamedTitle; name: string };

function FairRows({ fairs, title, name }: FairRowsProps) {
  return (
    <ul className={`${styles.titleFairs} grid gap-8`} aria-label={name}>
      {fairs.map((fair) => (
        <li key={fair.lineId}>
          <span className="two-lines">
            <Allowed to={inventoryApi.fairInventory} otherwise={fair.fairName}>
              <Link
                to={pathTo('fair-inventory', {}, { fairId: fair.fairId, search: title.sku })}
                className={tableStyles.recordLink}
              >
                {fair.fairName}
              </Link>
            </Allowed>
            <small className="numeric">{formatDayRange(fair.startDate, fair.endDate)}</small>
          </span>
          <span className="numeric">{formatCents(fair.priceCents)}</span>
          <span className="numeric">{formatCount(fair.receivedQty)} received</span>
          <span className="numeric">{formatCount(fair.soldQty)} sold</span>
          <span className="numeric">
            {fair.otherQty !== 0 && `${formatChange(fair.otherQty)} other`}
          </span>
          <span className={fair.onHand === 0 ? 'numeric muted' : 'numeric semibold'}>
            {formatCount(fair.onHand - fair.oversoldQty)} on hand
          </span>
          {fair.status === 'inactive' && <StatusPill status={RECORD_STATUS.inactive} quiet />}
        </li>
      ))}
    </ul>
  );
}
