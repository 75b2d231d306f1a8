import type { FairReturn } from '@pos/contract/stock/warehouse/put-away';
import { formatInstant } from '@pos/contract/values/clock';
import { formatDay } from '@pos/contract/values/days';
import { IconPackageImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { HERE } from '#web/lib/input/time.ts';
import { useLiveRefresh } from '#web/lib/live/use-live-refresh.ts';
import { FoundCartons } from '#web/stock/cartons/found-cartons.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { FormSkeleton } from '#web/ui/form/form-skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty, Unloaded } from '#web/ui/messages/notice.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { WarehouseHead } from '../warehouse-head.tsx';
import { documentPath } from '../warehouse-paths.ts';
import { fairReturns, RETURNS } from './put-away.data.ts';
import { RETURN_STATE, returnWords } from './return-words.ts';
import * as styles from './put-away.module.css';

/** Returns of fairs: those that wait or are begun, and those put away last. */
export function ReturnsPage() {
  useLiveRefresh(['warehouse', 'cartons'], RETURNS);
  const { data: returns, error, refetch } = useQuery(fairReturns);
  return (
    <>
      <WarehouseHead tab="returns" />
      {returns ? (
        <Returns returns={returns} />
      ) : (
        <Unloaded what="The returns" error={error} retry={refetch}>
          <FormSkeleton cards={1} />
        </Unloaded>
      )}
    </>
  );
}

function Returns({ returns }: { returns: readonly FairReturn[] }) {
  const toDo = returns.filter(({ state }) => state !== 'booked');
  const done = returns.filter(({ state }) => state === 'booked');
  return (
    <div className="stack">
      {toDo.length === 0 ? (
        <Empty
          title="No return waits"
          text="A fair is listed here once it has ended or is closed out, until its books are put away."
          icon={IconPackageImport}
        />
      ) : (
        <ReturnList title="To put away" returns={toDo} />
      )}
      <FoundCartons />
      {done.length > 0 && <ReturnList title="Put away" returns={done} />}
    </div>
  );
}

function ReturnList({ title, returns }: { title: string; returns: readonly FairReturn[] }) {
  return (
    <Card title={title} count={returns.length} rows>
      <ul className={`${styles.list} lined`} aria-label={title}>
        {returns.map((each) => (
          <li key={each.fairId}>
            <span className="two-lines">
              <span>
                <Link to={documentPath('returns', each.fairId)}>{each.fairName}</Link>{' '}
                <span className="monospace subdued">{each.number}</span>
              </span>
              <small>
                {each.schoolName} · ended {formatDay(each.endDate)} · {returnWords(each)}
                {each.bookedBy && each.bookedAt && (
                  <>
                    {' '}
                    · <span data-private>{each.bookedBy}</span>,{' '}
                    {formatInstant(each.bookedAt, HERE)}
                  </>
                )}
              </small>
            </span>
            <StatusPill status={RETURN_STATE[each.state]} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
