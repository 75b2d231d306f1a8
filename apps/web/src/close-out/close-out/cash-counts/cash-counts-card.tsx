import { closeOutApi } from '@pos/contract/close-out/close-out';
import type { CashCountDay } from '@pos/contract/close-out/cash-counts';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import { allows } from '@pos/contract/permissions';
import { pluralize } from '@pos/contract/values/counts';
import { formatDay } from '@pos/contract/values/days';
import { useQuery } from '@tanstack/react-query';
import { Suspense, type ReactNode, useState } from 'react';
import { useRights } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Summary } from '#web/ui/layout/summary.tsx';
import { AfterDelay, ErrorNotice, Skeleton } from '#web/ui/messages/notice.tsx';
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { CashCountCards } from './cash-count-cards.tsx';
import { CashCountTable } from './cash-count-table.tsx';
import { cashCountsQuery } from '../close-out.data.ts';
import { hasEntries } from './drawer-sums.ts';
import { lazyPart } from '#web/ui/messages/lazy-part.tsx';
import * as styles from '../close-out.module.css';

const CashCountDialog = lazyPart(() => import('./cash-count-dialog.tsx'), 'CashCountDialog');
const FloatDialog = lazyPart(() => import('./float-dialog.tsx'), 'FloatDialog');
const EarlierCounts = lazyPart(() => import('./earlier-counts.tsx'), 'EarlierCounts');

const DrawersDialog = lazyPart(() => import('./drawers-dialog.tsx'), 'DrawersDialog');

/** `use-drawers`: the count begins with the sums of the registers' own counts. */
type Open = {
  kind: 'count' | 'earlier' | 'float' | 'drawers' | 'use-drawers';
  businessDay: string;
};

type CashCountsCardProps = { fair: FairDetails; mayFold?: boolean };

/**
 * Money that two people counted each evening, against the money expected in the drawers. `mayFold`:
 * one line if every day was counted before the card was opened.
 */
export function CashCountsCard({ fair, mayFold = false }: CashCountsCardProps) {
  const { data: counts, error, refetch } = useQuery(cashCountsQuery(fair.id));
  const { opened: open, open: setOpen, close } = useOpened<Open>();
  const isPhone = useIsPhone();
  const mayCount =
    allows(closeOutApi.addCashCount.access, useRights()) && fair.closeOutState === 'open';
  const day = counts?.days.find(({ businessDay }) => businessDay === open?.businessDay);
  const renderButtons = (each: CashCountDay): ReactNode => (
    <DayButtons
      day={each}
      mayCount={mayCount && each.businessDay <= fair.today}
      open={(kind) => setOpen({ kind, businessDay: each.businessDay })}
    />
  );
  return (
    <Card
      title="Evening counts"
      intro="Two people count the drawers each evening. What is expected shows once a day is counted."
      rows
    >
      {error && !counts && (
        <ErrorNotice what="The evening counts" error={error} retry={() => void refetch()} />
      )}
      {!counts && !error && (
        <AfterDelay>
          <div className={styles.stepBody}>
            <Skeleton />
            <Skeleton width="70%" />
          </div>
        </AfterDelay>
      )}
      {counts && (
        <Folded days={counts.days} mayFold={mayFold}>
          {isPhone ? (
            <CashCountCards counts={counts} renderButtons={renderButtons} />
          ) : (
            <CashCountTable
              counts={counts}
              isFrozen={fair.closeOutState === 'finished'}
              renderButtons={renderButtons}
            />
          )}
        </Folded>
      )}
      <Suspense>
        {day && open && (
          <DayDialog
            kind={open.kind}
            day={day}
            fair={fair}
            onUse={
              mayCount && day.drawers.some(({ count }) => count)
                ? () => setOpen({ ...open, kind: 'use-drawers' })
                : undefined
            }
            onClose={close}
          />
        )}
      </Suspense>
    </Card>
  );
}

type FoldedProps = { days: readonly CashCountDay[]; mayFold: boolean; children: ReactNode };

function Folded({ days, mayFold, children }: FoldedProps) {
  // A count that completes the days does not close the card below it.
  const [isFolded] = useState(mayFold && days.every(({ count }) => count !== null));
  if (!isFolded) return children;
  return (
    <details className={styles.folded}>
      <Summary>{pluralize(days.length, 'day', 'days')} counted, none is missing</Summary>
      {children}
    </details>
  );
}

type DayDialogProps = {
  kind: Open['kind'];
  day: CashCountDay;
  fair: FairDetails;
  onUse: (() => void) | undefined;
  onClose: () => void;
};

function DayDialog({ kind, day, fair, onUse, onClose }: DayDialogProps) {
  switch (kind) {
    case 'count':
    case 'use-drawers':
      return (
        <CashCountDialog
          key={kind}
          fairId={fair.id}
          day={day}
          usesDrawers={kind === 'use-drawers'}
          onClose={onClose}
        />
      );
    case 'drawers':
      return <DrawersDialog day={day} timeZone={fair.timeZone} onUse={onUse} onClose={onClose} />;
    case 'float':
      return <FloatDialog fairId={fair.id} day={day} onClose={onClose} />;
    case 'earlier':
      return <EarlierCounts day={day} timeZone={fair.timeZone} onClose={onClose} />;
  }
}

type DayButtonsProps = { day: CashCountDay; mayCount: boolean; open: (kind: Open['kind']) => void };

function DayButtons({ day, mayCount, open }: DayButtonsProps) {
  const of = `${day.weekday} ${formatDay(day.businessDay)}`;
  return (
    <>
      {day.earlier.length > 0 && (
        <Button
          size="sm"
          variant="tertiary"
          aria-label={`${pluralize(day.earlier.length, 'earlier count', 'earlier counts')} of ${of}`}
          onClick={() => open('earlier')}
        >
          {day.earlier.length} earlier
        </Button>
      )}
      {day.drawers.some(hasEntries) && (
        <Button
          size="sm"
          variant="tertiary"
          aria-label={`Drawers of registers: ${of}`}
          onClick={() => open('drawers')}
        >
          Drawers
        </Button>
      )}
      {mayCount && (
        <Button
          size="sm"
          variant="tertiary"
          aria-label={`Float: ${of}`}
          onClick={() => open('float')}
        >
          Float
        </Button>
      )}
      {mayCount && (
        <Button
          size="sm"
          aria-label={`${day.count ? 'Count again' : 'Count'}: ${of}`}
          onClick={() => open('count')}
        >
          {day.count ? 'Count again' : 'Count'}
        </Button>
      )}
    </>
  );
}
