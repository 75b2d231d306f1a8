import type { ListFilter } from '@pos/contract/list-filters';
import type { ListKey } from '@pos/contract/staff/views';
import { useLocation } from '@tanstack/react-router';
import { Suspense, type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import type { ListAnswer, ListQuery } from '#web/lib/lists/list.ts';
import { parseSearch } from '#web/lib/lists/search-params.ts';
import { queryAt } from '#web/lib/lists/page-turn.ts';
import type { Total } from '#web/lib/lists/total.ts';
import { Button } from '../buttons/button.tsx';
import { Empty, ErrorNotice } from '../messages/notice.tsx';
import { Tabs, type Tab } from '../layout/page-head.tsx';
import { useIsPhone } from '../hooks/use-is-phone.ts';
import { BulkBar } from './rows/bulk-bar.tsx';
import { Cards } from './cards.tsx';
import type { BulkAction, Column, ListState } from './description.ts';
import type { Selection } from './rows/selection.ts';
import { FilterBar, noFilters } from './views/filter-bar.tsx';
import { Grid, type RowProps } from './grid.tsx';
import type { Announced } from './rows/new-rows.tsx';
import type { ColumnFit } from './columns/use-column-fit.ts';
import { asidePart, lazyPart } from '../messages/lazy-part.tsx';
import { formatCount } from '@pos/contract/values/counts';
import { failureText } from '#web/lib/api/failure.ts';
import { toast } from '../messages/toast.tsx';

/** Maximum number of rows that can be selected at once; a bulk action makes one call for each. */
const MAX_SELECTED = 2_000;
/** The longest page of every list call. */
const PAGE_ROWS = 50;

type Matching<Schema extends z.ZodObject, Row, Answer extends ListAnswer<Row>> = {
  schema: Schema;
  list: (query: z.output<Schema>) => ListQuery<Row, Answer>;
  query: z.output<Schema>;
  signal: AbortSignal;
  /** Called after each page with the number of rows so far. */
  onRead: (count: number) => void;
};

/**
 * Reads the rows of a list that match the query, page by page, up to `MAX_SELECTED`. Pages continue
 * beyond a capped total.
 */
async function readMatching<Schema extends z.ZodObject, Row, Answer extends ListAnswer<Row>>(
  call: Matching<Schema, Row, Answer>,
): Promise<Row[]> {
  const { schema, list, query, signal, onRead } = call;
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    signal.throwIfAborted();
    const { data } = await list(schema.parse({ ...query, page, limit: PAGE_ROWS })).queryFn({
      signal,
    });
    rows.push(...data.results);
    onRead(Math.min(rows.length, MAX_SELECTED));
    const isLast = data.totalCapped ? data.results.length < PAGE_ROWS : page >= data.totalPages;
    if (isLast || rows.length >= MAX_SELECTED) return rows.slice(0, MAX_SELECTED);
  }
}

const NewRows = asidePart(() => import('./rows/new-rows.tsx'), 'NewRows');

// The presets are shown before the saved views are loaded.
const ViewBar = lazyPart(() => import('./views/view-bar.tsx'), 'ViewBar');

type PartProps = { name: string; state: ListState };

type ListViewsProps<Row> = PartProps & {
  schema: z.ZodObject;
  columns: readonly Column<Row>[];
  /** IDs of the columns that have no room. */
  left: ReadonlySet<string>;
  views?: readonly Tab[];
  listKey?: ListKey;
  home?: string;
};

/** Views of the list as tabs: the presets at once, the saved ones once they are loaded. */
export function ListViews<Row>(props: ListViewsProps<Row>) {
  const { name, schema, columns, left, views, listKey, home, state } = props;
  const { pathname } = useLocation();
  const tabs = views ?? (listKey && [{ label: 'All', to: pathname, current: true }]);
  if (!tabs) return null;
  const presets = tabs.length > 1 && <Tabs label={`Views of ${name}`} tabs={tabs} />;
  if (!listKey) return presets;
  return (
    <Suspense fallback={presets}>
      <ViewBar
        list={listKey}
        name={name}
        schema={schema}
        state={state}
        tabs={tabs}
        home={home ?? tabs[0]?.to ?? pathname}
        columns={columns}
        left={left}
      />
    </Suspense>
  );
}

type ListToolsProps<Schema extends z.ZodObject, Row, Answer extends ListAnswer<Row>> = {
  name: string;
  schema: Schema;
  list: (query: z.output<Schema>) => ListQuery<Row, Answer>;
  filters: readonly ListFilter[];
  today?: string;
  searchHint?: string;
  bulk?: ((rows: readonly Row[], done: () => void) => readonly BulkAction[]) | undefined;
  selection: Selection<Row>;
  read: { state: ListState; query: z.output<Schema>; total: Total | undefined };
  tool?: ((query: z.output<Schema>, total: Total) => ReactNode) | undefined;
  views?: readonly Tab[];
};

/** Above the rows: bulk actions while rows are selected, otherwise search and filters. */
export function ListTools<Schema extends z.ZodObject, Row, Answer extends ListAnswer<Row>>(
  props: ListToolsProps<Schema, Row, Answer>,
) {
  const { name, schema, list, filters, searchHint, bulk, selection, read, tool } = props;
  const { state, query, total } = read;
  if (bulk && selection.rows.length > 0) {
    return (
      <BulkBar
        count={selection.rows.length}
        more={
          total &&
          selection.isPageChosen &&
          selection.rows.length < Math.min(total.count, MAX_SELECTED) && (
            <SelectMatching
              name={name}
              total={total}
              read={(onRead, signal) => readMatching({ schema, list, query, signal, onRead })}
              onRows={selection.choose}
            />
          )
        }
        actions={bulk(selection.rows, selection.clear)}
        onClear={selection.clear}
      />
    );
  }
  if (!searchHint && filters.length === 0) return null;
  return (
    <FilterBar
      filters={filters}
      state={state}
      today={props.today}
      searchHint={searchHint}
      total={total}
      sentence={name}
      tool={total?.count ? tool?.(query, total) : undefined}
      said={tabKeys(props.views)}
    />
  );
}

/** Keys of the filters that the open preset sets. */
function tabKeys(views: readonly Tab[] = []): ReadonlySet<string> {
  const [, search = ''] = views.find(({ current }) => current)?.to.split('?') ?? [];
  return new Set(Object.keys(parseSearch(search)).filter((key) => key !== 'fairId'));
}

type ListNewsProps<Schema extends z.ZodObject, Row> = {
  schema: Schema;
  list: unknown;
  rowId: (row: Row) => string;
  announced?: Announced;
  read: {
    state: ListState;
    query: z.output<Schema>;
    rows: readonly Row[] | undefined;
    total: Total | undefined;
    isCurrent: boolean;
    dataUpdatedAt: number;
  };
};

/** Announces rows that arrived since the answer, on lists that follow live events. */
export function ListNews<Schema extends z.ZodObject, Row>(props: ListNewsProps<Schema, Row>) {
  const { schema, list, rowId, announced, read } = props;
  const { state, query, rows, total } = read;
  if (!announced || !rows || !total || !read.isCurrent) return null;
  return (
    <NewRows
      key={`${read.dataUpdatedAt} ${JSON.stringify(query)}`}
      announced={announced}
      list={list as never}
      query={query}
      first={queryAt(schema, { ...query, sort: undefined }, { page: undefined })}
      seen={{ total, ids: rows.map(rowId) }}
      rowId={rowId as never}
      change={state.change}
    />
  );
}

type ListBodyProps<Row> = {
  name: string;
  filters: readonly ListFilter[];
  /** The answer to the query of the address. */
  read: {
    state: ListState;
    error: Error | null;
    total: Total | undefined;
    refetch: () => unknown;
  };
  row: RowProps<Row>;
  columns: readonly Column<Row>[];
  fit: ColumnFit<Row>;
  isNarrowed: boolean;
  noMatchLinks: ReactNode;
  empty: ComponentProps<typeof Empty>;
};

/** Rows, or the reason for none: an error, no match, or nothing yet. */
export function ListBody<Row extends object>(props: ListBodyProps<Row>) {
  const { name, read, row, columns, fit, isNarrowed, empty } = props;
  const { state, error, total, refetch } = read;
  const isPhone = useIsPhone();
  const caption = sentenceCase(name);
  if (error && !row.rows)
    return <ErrorNotice what={caption} error={error} retry={() => void refetch()} />;
  if (total?.count === 0 && !isNarrowed) return <Empty {...empty} />;
  if (total?.count === 0) {
    return (
      <Empty
        title={`No ${name} match`}
        text="Try another search or remove a filter."
        actions={
          <>
            <Button onClick={() => state.change(noFilters(props.filters))}>Clear filters</Button>
            {props.noMatchLinks}
          </>
        }
      />
    );
  }
  if (isPhone) return <Cards {...row} columns={columns} caption={caption} />;
  return (
    <Grid
      {...row}
      fit={fit}
      caption={caption}
      sort={state.query['sort']}
      onSort={(sort) => state.change({ sort })}
      skeletonRows={10}
    />
  );
}

/** Capitalizes the first letter. */
function sentenceCase(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type SelectMatchingProps<Row> = {
  /** Plural name of the rows: "titles". */
  name: string;
  /** Total of the matching rows. */
  total: Total;
  read: (onRead: (count: number) => void, signal: AbortSignal) => Promise<readonly Row[]>;
  onRows: (rows: readonly Row[]) => void;
};

/**
 * Offers to select all rows that match, once those of the page are selected; reads them page by
 * page and can be stopped meanwhile.
 */
function SelectMatching<Row>({ name, total, read, onRows }: SelectMatchingProps<Row>) {
  const [count, setCount] = useState<number>();
  const reading = useRef<AbortController>(undefined);
  useEffect(() => () => reading.current?.abort(), []);
  const goal = Math.min(total.count, MAX_SELECTED);
  const select = async (): Promise<void> => {
    const { signal } = (reading.current = new AbortController());
    setCount(0);
    try {
      onRows(await read(setCount, signal));
    } catch (error) {
      if (!signal.aborted)
        toast.bad({ title: `Not all ${name} were selected`, detail: failureText(error).message });
    }
    if (!signal.aborted) setCount(undefined);
  };
  const stop = (): void => {
    reading.current?.abort();
    setCount(undefined);
  };
  if (count === undefined) {
    return (
      <Button size="sm" variant="tertiary" onClick={() => void select()}>
        {offerText(total, goal)}
      </Button>
    );
  }
  return (
    <span className="row">
      <span className="numeric" role="status">
        Selecting {formatCount(count)}
        {total.isCapped ? '' : ` of ${formatCount(goal)}`}…
      </span>
      <Button size="sm" variant="tertiary" onClick={stop}>
        Stop
      </Button>
    </span>
  );
}

function offerText({ count, isCapped }: Total, goal: number): string {
  if (isCapped) return `Select up to ${formatCount(MAX_SELECTED)} that match`;
  return goal < count
    ? `Select the first ${formatCount(goal)} of ${formatCount(count)} that match`
    : `Select all ${formatCount(count)} that match`;
}
