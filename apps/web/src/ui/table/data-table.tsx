import { type ListFilter, listFilters } from '@pos/contract/list-filters';
import type { ListKey } from '@pos/contract/staff/views';
import { useLocation } from '@tanstack/react-router';
import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useRef,
  type MouseEvent,
  useEffectEvent,
} from 'react';
import type { z } from 'zod';
import { type ListAnswer, type ListQuery, rowsFirst } from '#web/lib/lists/list.ts';
import { toFilters, queryAt, turnPage } from '#web/lib/lists/page-turn.ts';
import { type Total, toTotal } from '#web/lib/lists/total.ts';
import * as cardStyles from '../layout/card.module.css';
import type { Tab } from '../layout/page-head.tsx';
import { useDelay } from '../hooks/use-delay.ts';
import {
  isActive,
  type BulkAction,
  type Column,
  type RowAction,
  type Unfold,
  type ListState,
} from './description.ts';
import { ListBody, ListNews, ListTools, ListViews } from './list-parts.tsx';
import type { Announced } from './rows/new-rows.tsx';
import { Pager } from './pager.tsx';
import { useRowKeys } from './rows/row-events.ts';
import { useSelection } from './rows/selection.ts';
import { useShownColumns } from './columns/shown-columns.ts';
import * as styles from './table.module.css';
import { useColumnFit } from './columns/use-column-fit.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { rememberList } from '#web/lib/lists/list-address.ts';
import { useSearchState } from '#web/lib/lists/search-state.ts';

/** Row opened last, by history entry. */
const opened = new Map<string, string>();

/**
 * For the element around a list's rows: after Back from a row's page, returns the focus to that
 * row.
 */
function useReturn(hasRows: boolean) {
  const { __TSR_key: entry = '' } = useLocation().state;
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const id = opened.get(entry);
    if (!hasRows || !id) return undefined;
    // After the page, which takes the focus when it appears.
    const timer = setTimeout(() =>
      box.current
        ?.querySelector<HTMLElement>(`[data-id="${id}"] :is([data-row], button)`)
        ?.focus({ preventScroll: true }),
    );
    return () => clearTimeout(timer);
  }, [entry, hasRows]);
  const onClickCapture = ({ target }: MouseEvent): void => {
    const id = (target as HTMLElement).closest<HTMLElement>('[data-id]')?.dataset['id'];
    if (id) opened.set(entry, id);
  };
  return { ref: box, onClickCapture };
}

const NO_ROWS: never[] = [];
const SLOW_MS = 200;

type DataTableProps<Schema extends z.ZodObject, Row, Answer extends ListAnswer<Row>> = {
  /** Plural name of the rows, lowercase: "devices". */
  name: string;
  /** The contract's query schema; the address holds its values. */
  schema: Schema;
  list: (query: z.output<Schema>) => ListQuery<Row, Answer>;
  /** Query values that are not in the address: the fair of a fair's own list. */
  fixed?: Partial<z.output<Schema>>;
  columns: readonly Column<Row>[];
  /** Day that ranges such as "Last 7 days" end with; without it, days have no ranges. */
  today?: string;
  /** Placeholder of the search box: "Device ID, name". Without it there is no search. */
  searchHint?: string;
  rowId: (row: NoInfer<Row>) => string;
  rowName: (row: NoInfer<Row>) => string;
  rowLink?: ((row: NoInfer<Row>) => string | undefined) | undefined;
  rowActions?: ((row: NoInfer<Row>) => readonly RowAction[]) | undefined;
  /** Actions on several rows; with them rows can be selected. `done` clears the selection. */
  bulk?: ((chosen: readonly NoInfer<Row>[], done: () => void) => readonly BulkAction[]) | undefined;
  /** Details that each row can expand. */
  unfold?: Unfold<NoInfer<Row>> | undefined;
  /** Action on all matching rows, at the end of the filters; shown once there are rows. */
  tool?: ((query: z.output<Schema>, total: Total) => ReactNode) | undefined;
  views?: readonly Tab[];
  /** Key under which columns and views are saved; without it neither can be changed. */
  listKey?: ListKey;
  /** The unfiltered list, if it is not the first of `views`. */
  home?: string;
  /** Footer text next to the count: "Total $9,257.86 incl. tax". */
  totals?: ((answer: NoInfer<Answer>, query: z.output<Schema>) => ReactNode) | undefined;
  /** Live events that announce new rows; the rows are shown on request. */
  announced?: Announced;
  /** Links to where else a search may find something, shown if no row matches. */
  noMatch?: ((query: z.output<Schema>) => ReactNode) | undefined;
  /** Empty state before first use. */
  empty: {
    title: string;
    text?: ReactNode;
    icon?: ComponentType<{ size?: number; stroke?: number }>;
    actions?: ReactNode;
  };
};

/**
 * Body of every list page: views, search, filters, chips, sortable rows, paging, and the states
 * loading, empty, no match and failed. Its whole state is in the address.
 */
export function DataTable<
  Schema extends z.ZodObject,
  Row extends object,
  Answer extends ListAnswer<Row>,
>(props: DataTableProps<Schema, Row, Answer>) {
  const { columns, rowId, bulk, announced, totals } = props;
  const read = useListAnswer(props);
  const { state, query, rows, total, filled } = read;
  const filters = filtersFor(props, state);
  const isNarrowed =
    Boolean(state.query['search']) || filters.some((filter) => isActive(filter, state.query));
  // An empty list without filters has nothing to search or filter.
  const isUnused = total?.count === 0 && !isNarrowed;
  const around = useReturn(rows !== undefined);
  useRowKeys(around.ref);
  const selection = useSelection(rows ?? NO_ROWS, rowId, JSON.stringify(toFilters(state.query)));
  const fit = useColumnFit(useShownColumns(props.listKey, columns), rows);
  // Rows stay as they are while a quick answer is under way.
  const isSlow = useDelay(SLOW_MS, read.isFetching && rows !== undefined);
  const row = {
    rows,
    rowId,
    rowName: props.rowName,
    rowLink: props.rowLink,
    rowActions: props.rowActions,
    isStale: isSlow,
    selection: bulk && selection,
    unfold: props.unfold,
  };
  return (
    <section
      {...around}
      className={`${cardStyles.card} ${styles.list}`}
      aria-busy={read.isFetching}
      tabIndex={announced && -1}
    >
      {isSlow && <span className={styles.progressLine} aria-hidden />}
      {!isUnused && (
        <>
          <ListViews {...props} state={state} left={fit.left} />
          <ListTools {...props} filters={filters} read={read} selection={selection} />
        </>
      )}
      <ListNews {...props} read={read} />
      <ListBody
        {...props}
        filters={filters}
        read={read}
        row={row}
        fit={fit}
        isNarrowed={isNarrowed}
        noMatchLinks={props.noMatch?.(query)}
      />
      {filled && (
        <Pager
          data={filled.data}
          totals={totals?.(filled, query)}
          onPage={(page) => state.change(read.turn(page))}
          onAhead={read.readAhead}
          onLimit={(limit) => state.change({ limit })}
        />
      )}
    </section>
  );
}

/** Records that choose a place, which a list of one fair needs no filter for. */
const PLACES: readonly unknown[] = ['fairs', 'schools'];

/** Returns the filters of a list that can narrow it. */
function filtersFor(
  { schema, fixed }: { schema: z.ZodObject; fixed?: object },
  { query }: ListState,
): readonly ListFilter[] {
  const isAtFair = fixed !== undefined && 'fairId' in fixed;
  return listFilters(schema).filter(
    (filter) =>
      (!filter.isOld || isActive(filter, query)) &&
      !(isAtFair && filter.kind === 'record' && PLACES.includes(filter.of)),
  );
}

type ListCall<Schema extends z.ZodObject, Row, Answer extends ListAnswer<Row>> = {
  schema: Schema;
  list: (query: z.output<Schema>) => ListQuery<Row, Answer>;
  fixed?: Partial<z.output<Schema>>;
};

/**
 * Reads the page of the list that the address names. `rows` is undefined until there are any, and
 * after an error; a page beyond the end is replaced by the last one.
 */
function useListAnswer<
  Schema extends z.ZodObject,
  Row extends object,
  Answer extends ListAnswer<Row>,
>({ schema, list, fixed }: ListCall<Schema, Row, Answer>) {
  const { query: asked, change } = useSearchState(schema);
  const query = schema.parse({ ...asked, ...fixed });
  const state: ListState = { query: asked, change: change as ListState['change'] };
  const { data: answer, ...result } = useQuery({
    ...rowsFirst(list(query)),
    placeholderData: keepPreviousData,
  });
  const { isPlaceholderData, error } = result;
  const queryClient = useQueryClient();
  const turn = (page: number) => turnPage(schema, answer?.data, page);
  const readAhead = (page: number): void =>
    void queryClient.prefetchQuery(rowsFirst(list(queryAt(schema, query, turn(page)))));

  const { pathname, searchStr } = useLocation();
  useEffect(() => rememberList(pathname, searchStr), [pathname, searchStr]);

  const data = answer?.data;
  const beyondEnd =
    data && !isPlaceholderData && data.totalPages > 0 && data.page > data.totalPages;
  const lastPage = data?.totalPages ?? 1;
  // As a dependency of the effect it would start the effect over at each navigation, without end.
  const turnBack = useEffectEvent((page: number) => state.change({ page }, { replace: true }));
  useEffect(() => {
    if (beyondEnd) turnBack(lastPage);
  }, [beyondEnd, lastPage]);

  const rows = error && isPlaceholderData ? undefined : data?.results;
  const total = data && toTotal(data);
  return {
    state,
    query,
    rows,
    error,
    /** Total of the matching rows; undefined before the first answer. */
    total,
    /** The answer, where it has rows. */
    filled: rows && total?.count ? answer : undefined,
    /** True when the answer belongs to this query, not to the one before. */
    isCurrent: data !== undefined && !isPlaceholderData,
    isFetching: result.isFetching,
    dataUpdatedAt: result.dataUpdatedAt,
    refetch: result.refetch,
    readAhead,
    turn,
  };
}
