import type { ListKey } from '@pos/contract/views';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  type ComponentType,
  type ReactNode,
} from 'react';
import type { z } from 'zod';
import { useLocation } from '@tanstack/react-router';
import { rowsFirst, type ListAnswer, type ListQuery } from '#web/lib/list.ts';
import { rememberList } from '#web/lib/list-address.ts';
import { useSearchState } from '#web/lib/search-state.ts';
import { Button } from '../button.tsx';
import '../card.css';
import { Empty, ErrorNotice } from '../notice.tsx';
import { Tabs, type Tab } from '../page-head.tsx';
import { useDelay } from '../use-delay.ts';
import { useIsPhone } from '../use-is-phone.ts';
import { Cards } from './cards.tsx';
import { BulkBar } from './bulk-bar.tsx';
import {
  isActive,
  type BulkAction,
  type Column,
  type Filter,
  type ListState,
  type RowAction,
  type Unfold,
} from './description.ts';
import { FilterBar, noFilters } from './filter-bar.tsx';
import { Grid } from './grid.tsx';
import type { Announced } from './new-rows.tsx';
import { Pager } from './pager.tsx';
import { useSelection } from './selection.ts';
import { useShownColumns } from './shown-columns.ts';
import './table.css';
import { useReturn } from './use-return.ts';

const NewRows = lazy(async () => ({ default: (await import('./new-rows.tsx')).NewRows }));

// The presets are there before what was saved.
const ViewBar = lazy(async () => ({ default: (await import('./view-bar.tsx')).ViewBar }));

const NO_ROWS: never[] = [];
const SLOW_MS = 200;

type DataTableProps<Schema extends z.ZodObject, Row, Answer extends ListAnswer<Row>> = {
  /** What the rows are called, plural and small: "devices". */
  name: string;
  /** The contract's query schema; the address holds its values. */
  schema: Schema;
  list: (query: z.output<Schema>) => ListQuery<Row, Answer>;
  /** Query values that the address does not hold: the fair of a fair's own list. */
  fixed?: Partial<z.output<Schema>>;
  columns: readonly Column<Row>[];
  filters?: readonly Filter[];
  /** Inside the empty search box: "Device ID, name". Without it there is no search. */
  searchHint?: string;
  rowId: (row: NoInfer<Row>) => string;
  rowName: (row: NoInfer<Row>) => string;
  rowLink?: ((row: NoInfer<Row>) => string | undefined) | undefined;
  rowActions?: ((row: NoInfer<Row>) => readonly RowAction[]) | undefined;
  /** What can be done with several rows at once; with it rows can be chosen. `done` lets them go. */
  bulk?: ((chosen: readonly NoInfer<Row>[], done: () => void) => readonly BulkAction[]) | undefined;
  /** What each row can show below itself. */
  unfold?: Unfold<NoInfer<Row>> | undefined;
  /** At the end of the filters, once there are rows: what is done with all that match. */
  tool?: ((query: z.output<Schema>, total: number) => ReactNode) | undefined;
  views?: readonly Tab[];
  /** What the list is kept as: with it columns are chosen and views saved. */
  keptAs?: ListKey;
  /** The list without filters, where that is not the first of `views`. */
  home?: string;
  /** At the foot, beside the count: "Total $9,257.86 incl. tax". */
  totals?: ((answer: NoInfer<Answer>, query: z.output<Schema>) => ReactNode) | undefined;
  /** What tells of rows that have come since; they are shown when somebody asks for them. */
  announced?: Announced;
  /** First use: nothing is there yet. */
  empty: {
    title: string;
    text?: ReactNode;
    icon?: ComponentType<{ size?: number; stroke?: number }>;
    actions?: ReactNode;
  };
};

/**
 * The body of every list page: views, search, filters, chips, sortable rows, paging, and what is shown while loading,
 * when nothing is there, when nothing matches and when it failed. The whole state is the address.
 */
export function DataTable<
  Schema extends z.ZodObject,
  Row extends object,
  Answer extends ListAnswer<Row>,
>({
  name,
  schema,
  list,
  fixed,
  columns,
  filters = [],
  searchHint,
  rowId,
  rowName,
  rowLink,
  rowActions,
  bulk,
  unfold,
  tool,
  keptAs,
  views,
  home,
  totals,
  announced,
  empty,
}: DataTableProps<Schema, Row, Answer>) {
  const isPhone = useIsPhone();
  const { query: asked, change } = useSearchState(schema);
  const query = schema.parse({ ...asked, ...fixed });
  const state: ListState = { query: asked, change: change as ListState['change'] };
  const {
    data: answer,
    dataUpdatedAt,
    error,
    isFetching,
    isPlaceholderData,
    refetch,
  } = useQuery({ ...rowsFirst(list(query)), placeholderData: keepPreviousData });
  const queryClient = useQueryClient();
  const readAhead = (page: number): void =>
    void queryClient.prefetchQuery(rowsFirst(list(schema.parse({ ...query, page }))));

  const { pathname, searchStr } = useLocation();
  useEffect(() => rememberList(pathname, searchStr), [pathname, searchStr]);

  const data = answer?.data;
  const beyondEnd =
    data && !isPlaceholderData && data.totalPages > 0 && data.page > data.totalPages;
  const lastPage = data?.totalPages ?? 1;
  // No dependency of the effect: going elsewhere renders anew, and would start over without end.
  const turnBack = useEffectEvent((page: number) => state.change({ page }, { replace: true }));
  useEffect(() => {
    if (beyondEnd) turnBack(lastPage);
  }, [beyondEnd, lastPage]);

  const isNarrowed =
    Boolean(state.query['search']) || filters.some((filter) => isActive(filter, state.query));
  // Where nothing is there yet, there is nothing to look for either.
  const isUnused = data?.totalResults === 0 && !isNarrowed;
  const rows = error && isPlaceholderData ? undefined : data?.results;
  const { page: _page, limit: _limit, sort: _sort, ...narrowing } = state.query;
  const around = useReturn(rows !== undefined);
  const selection = useSelection(rows ?? NO_ROWS, rowId, JSON.stringify(narrowing));
  const shown = useShownColumns(keptAs, columns);
  const tabs = views ?? (keptAs && [{ label: 'All', to: pathname, current: true }]);
  const presets = tabs && <Tabs label={`Views of ${name}`} tabs={tabs} />;
  // A quick answer leaves the rows as they are.
  const isSlow = useDelay(SLOW_MS, isFetching && rows !== undefined);
  const row = {
    rows,
    columns: isPhone ? columns : shown,
    rowId,
    rowName,
    rowLink,
    rowActions,
    isStale: isSlow,
    selection: bulk && selection,
    unfold,
  };
  return (
    <section {...around} className="card list" aria-busy={isFetching} tabIndex={announced && -1}>
      {isSlow && <span className="progress-line" aria-hidden />}
      {!isUnused &&
        (keptAs && tabs ? (
          <Suspense fallback={presets}>
            <ViewBar
              list={keptAs}
              name={name}
              schema={schema}
              state={state}
              tabs={tabs}
              home={home ?? tabs[0]?.to ?? pathname}
              columns={columns}
            />
          </Suspense>
        ) : (
          presets
        ))}
      {bulk && selection.rows.length > 0 ? (
        <BulkBar
          count={selection.rows.length}
          actions={bulk(selection.rows, selection.clear)}
          onClear={selection.clear}
        />
      ) : (
        (searchHint || filters.length > 0) &&
        !isUnused && (
          <FilterBar
            filters={filters}
            state={state}
            searchHint={searchHint}
            total={data?.totalResults}
            sentence={name}
            tool={data && data.totalResults > 0 && tool?.(query, data.totalResults)}
          />
        )
      )}
      {announced && data && !isPlaceholderData && (
        <Suspense>
          <NewRows
            key={`${dataUpdatedAt} ${JSON.stringify(query)}`}
            announced={announced}
            list={list as never}
            query={query}
            first={schema.parse({ ...query, page: undefined, sort: undefined })}
            seen={data.totalResults}
            change={state.change}
          />
        </Suspense>
      )}
      {error && !rows ? (
        <ErrorNotice what={sentenceCase(name)} error={error} retry={() => void refetch()} />
      ) : data?.totalResults === 0 ? (
        isNarrowed ? (
          <Empty
            title={`No ${name} match`}
            text="Try another search, or take a filter away."
            actions={
              <Button onClick={() => state.change(noFilters(filters))}>Clear filters</Button>
            }
          />
        ) : (
          <Empty {...empty} />
        )
      ) : isPhone ? (
        <Cards {...row} caption={sentenceCase(name)} />
      ) : (
        <Grid
          {...row}
          caption={sentenceCase(name)}
          sort={state.query['sort']}
          onSort={(sort) => state.change({ sort })}
          skeletonRows={10}
        />
      )}
      {data && rows && data.totalResults > 0 && (
        <Pager
          data={data}
          totals={totals?.(answer, query)}
          onPage={(page) => state.change({ page })}
          onAhead={readAhead}
          onLimit={(limit) => state.change({ limit })}
        />
      )}
    </section>
  );
}

function sentenceCase(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
