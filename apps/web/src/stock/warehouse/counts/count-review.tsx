import type { CountBooking } from '@pos/contract/stock/warehouse/count-booking';
import {
  type Count,
  type CountDetails,
  type CountLine,
  CountLinesQuery,
  countsApi,
} from '@pos/contract/stock/warehouse/counts';
import { allows } from '@pos/contract/permissions';
import { pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { IconClipboardCheck, IconMessage, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { KeyNumbers } from '#web/ui/layout/card.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { Count as Units } from '#web/ui/values/amount.tsx';
import { BookDialog } from './book-dialog.tsx';
import { UncountedNotice } from './count-actions.tsx';
import { LINE_CARD, LINE_COLUMNS } from './count-columns.tsx';
import { countLines, useReopenCount } from './counts.data.ts';
import { ReasonDialog } from './reason-dialog.tsx';

/** Lines, those that differ most first. */
const LinesQuery = CountLinesQuery.extend({
  sort: CountLinesQuery.shape.sort.unwrap().default('-size'),
});

type Groups = NonNullable<CountBooking['chosen']>;

/** Differences of a count that is finished: review, second counts, reasons and booking. */
export function CountReview({ count }: { count: CountDetails }) {
  const { id, state, again: toRecount } = count;
  const mayBook = allows(countsApi.book.access, useRights()) && state === 'counted';
  const { opened, open, close } = useOpened<'book' | readonly CountLine[]>();
  const [groups, setGroups] = useState<Groups>([]);
  const recount = useRecount(count);
  const isPhone = useIsPhone();
  return (
    <>
      <Sums count={count} />
      {state === 'counted' && <UncountedNotice count={count} />}
      {mayBook && toRecount !== null && toRecount > 0 ? (
        <Notice
          kind="warn"
          action={
            <Button size="sm" busy={recount.isPending && 'Opening…'} onClick={() => recount.run()}>
              Count again
            </Button>
          }
        >
          {pluralize(toRecount, 'title')} must be counted again before booking: more than 3 units or
          10% differ, or the stock moved during the count.
        </Notice>
      ) : (
        mayBook && (
          <Notice
            kind="info"
            action={
              <Button variant="primary" onClick={() => open('book')}>
                Book count
              </Button>
            }
          >
            {groups.length > 0
              ? `${pluralize(groups.flatMap(({ titleIds }) => titleIds).length, 'title has', 'titles have')} a reason of their own.`
              : 'Look at the differences. Titles that you select can have a reason of their own.'}
          </Notice>
        )
      )}
      <DataTable
        name="titles"
        schema={LinesQuery}
        list={countLines(id)}
        columns={isPhone ? LINE_CARD : LINE_COLUMNS}
        searchHint="Title, author, ISBN, SKU"
        rowId={({ id: lineId }) => lineId}
        rowName={({ title }) => title}
        rowLink={({ titleId }) => pathTo('title-details', { id: titleId })}
        bulk={
          mayBook
            ? (lines, done) => [
                {
                  label: 'Count again',
                  icon: IconRefresh,
                  run: () => {
                    recount.run(lines);
                    done();
                  },
                },
                { label: 'Reason…', icon: IconMessage, run: () => open(lines) },
              ]
            : undefined
        }
        empty={{ title: 'Nothing was counted', icon: IconClipboardCheck }}
      />
      {opened === 'book' && <BookDialog count={count} groups={groups} onClose={close} />}
      {opened !== undefined && opened !== 'book' && (
        <ReasonDialog
          lines={opened}
          onChosen={(group) => setGroups((before) => withGroup(before, group))}
          onClose={close}
        />
      )}
    </>
  );
}

/** Adds a group; its titles leave the groups before. */
function withGroup(before: Groups, group: Groups[number]): Groups {
  const rest = before.flatMap((other) => {
    const titleIds = other.titleIds.filter((titleId) => !group.titleIds.includes(titleId));
    return titleIds.length > 0 ? [{ ...other, titleIds }] : [];
  });
  return [...rest, group];
}

function useRecount({ id, number, version }: CountDetails) {
  const reopen = useReopenCount(id);
  return {
    isPending: reopen.isPending,
    /** Counts these lines again, or all that must be. */
    run: (lines?: readonly CountLine[]): void =>
      reopen.mutate(
        { version, again: true, ...(lines && { titleIds: lines.map(({ titleId }) => titleId) }) },
        {
          onError: (error) =>
            toast.bad({ title: `${number} stays as it is`, detail: failureText(error).message }),
        },
      ),
  };
}

function Sums({ count: { countedTitles, countedUnits, few, many } }: { count: Count }) {
  const side = (label: string, sum: Count['few'], sign: string) =>
    sum === null
      ? []
      : [
          {
            label,
            ...(sum.units === 0
              ? { value: 'None' }
              : {
                  value: `${sign}${formatCents(sum.valueCents)}`,
                  detail: `${pluralize(sum.units, 'unit')} of ${pluralize(sum.titles, 'title')}, at retail`,
                }),
          },
        ];
  return (
    <KeyNumbers
      numbers={[
        { label: 'Titles counted', value: <Units count={countedTitles} /> },
        { label: 'Units counted', value: <Units count={countedUnits} /> },
        ...side('Too few', few, '−'),
        ...side('Too many', many, '+'),
      ]}
    />
  );
}
