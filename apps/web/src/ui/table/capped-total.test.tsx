import { yesOrNo } from '@pos/contract/list-filters';
import { listQuery } from '@pos/contract/values';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { z } from 'zod';
import { tellListeners } from '#web/lib/live/live.ts';
import { useViewCounts } from '#web/lib/lists/view-counts.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { DataTable } from './data-table.tsx';
import type { Column } from './description.ts';

type Order = { id: string };

const OrdersQuery = listQuery(['number'], '-number', { isOpen: yesOrNo('Open') });
type OrdersQuery = z.output<typeof OrdersQuery>;

const COLUMNS: readonly Column<Order>[] = [
  { id: 'number', header: 'Number', cell: ({ id }) => id, sort: 'number', card: 'title' },
];

/** Rows that the server counts at most. */
const MAX_COUNTED = 1_000;

/** Server with orders, the newest first; `asked` has its calls. */
function serverWith(count: number) {
  const orders = Array.from({ length: count }, (_, index) => ({ id: `Order ${count - index}` }));
  const asked: OrdersQuery[] = [];
  const answer = async (query: OrdersQuery) => {
    asked.push(query);
    const totalResults = Math.min(orders.length, MAX_COUNTED);
    const start = (query.page - 1) * query.limit;
    return {
      data: {
        results: orders.slice(start, start + query.limit),
        page: query.page,
        limit: query.limit,
        totalPages: Math.ceil(totalResults / query.limit),
        totalResults,
        ...(orders.length > MAX_COUNTED && { totalCapped: true as const }),
      },
    };
  };
  const list = (query: OrdersQuery) => ({
    queryKey: ['orders', 'list', query],
    queryFn: () => answer(query),
  });
  return { orders, asked, list };
}

function ordersPage({ list }: ReturnType<typeof serverWith>) {
  return function OrdersPage() {
    const [all, open] = useViewCounts(OrdersQuery, list, [{}, { isOpen: true }]);
    return (
      <DataTable
        name="orders"
        schema={OrdersQuery}
        list={list}
        columns={COLUMNS}
        rowId={({ id }) => id}
        rowName={({ id }) => id}
        bulk={() => []}
        tool={(_query, { count, isCapped }) => (
          <span>{isCapped ? `Over ${count} in all` : `${count} in all`}</span>
        )}
        views={[
          { label: 'All', to: '/', count: all, current: true },
          { label: 'Open', to: '/?isOpen=true', count: open, current: false },
        ]}
        announced={{ kinds: ['orders'], fairId: undefined, one: 'new order', many: 'new orders' }}
        empty={{ title: 'No orders yet' }}
      />
    );
  };
}

const cell = (name: string) => page.getByRole('cell', { name, exact: true });
const selectPage = () => page.getByRole('checkbox', { name: 'Select this page' }).click();

describe('a list with more rows than were counted', () => {
  test.each([
    [1_200, '1,200 selected'],
    [2_300, '2,000 selected'],
  ])('of %i rows selects as many as it can, and says how many', async (count, selected) => {
    await renderPage(ordersPage(serverWith(count)));
    await selectPage();
    await page.getByRole('button', { name: 'Select up to 2,000 that match' }).click();
    await expect.element(page.getByText(selected)).toBeVisible();
    await expect.element(page.getByRole('button', { name: /that match/ })).not.toBeInTheDocument();
  });

  test('says so on its tabs, in its footer and to its tool', async () => {
    await renderPage(ordersPage(serverWith(1_200)));
    await expect.element(page.getByRole('link', { name: 'All 1,000+' })).toBeVisible();
    await expect.element(page.getByText('1–20 of 1,000+')).toBeVisible();
    await expect.element(page.getByText('Over 1000 in all')).toBeVisible();
  });

  test('says so where its filters are closed', async () => {
    await renderPage(ordersPage(serverWith(1_200)));
    await page.getByRole('button', { name: 'More filters' }).click();
    await expect.element(page.getByRole('button', { name: 'Show 1,000+ orders' })).toBeVisible();
  });

  test('offers new orders without a number, and shows them when asked', async () => {
    const server = serverWith(1_200);
    await renderPage(ordersPage(server));
    await expect.element(cell('Order 1200')).toBeVisible();
    server.orders.unshift({ id: 'Order 1201' });
    tellListeners([{ kind: 'orders', fairId: null, ids: [] }]);
    await page.getByRole('button', { name: 'Show new orders' }).click();
    await expect.element(cell('Order 1201')).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: 'Show new orders' }))
      .not.toBeInTheDocument();
  });

  test('offers no new orders when its first one has gone', async () => {
    const server = serverWith(1_200);
    await renderPage(ordersPage(server));
    // The tabs are counted last.
    await expect.element(page.getByRole('link', { name: 'All 1,000+' })).toBeVisible();
    server.orders.shift();
    const before = server.asked.length;
    tellListeners([{ kind: 'orders', fairId: null, ids: [] }]);
    await expect.poll(() => server.asked.length).toBeGreaterThan(before);
    await expect.element(page.getByRole('button', { name: /new order/ })).not.toBeInTheDocument();
  });
});

describe('a list whose rows were all counted', () => {
  test('names their exact number', async () => {
    await renderPage(ordersPage(serverWith(1_000)));
    await expect.element(page.getByRole('link', { name: 'All 1,000', exact: true })).toBeVisible();
    await expect.element(page.getByText('1000 in all', { exact: true })).toBeVisible();
    await selectPage();
    await page.getByRole('button', { name: 'Select all 1,000 that match' }).click();
    await expect.element(page.getByText('1,000 selected')).toBeVisible();
  });

  test('announces the number of new orders', async () => {
    const server = serverWith(30);
    await renderPage(ordersPage(server));
    await expect.element(cell('Order 30')).toBeVisible();
    server.orders.unshift({ id: 'Order 31' }, { id: 'Order 32' });
    tellListeners([{ kind: 'orders', fairId: null, ids: [] }]);
    await page.getByRole('button', { name: '2 new orders' }).click();
    await expect.element(page.getByText('1–20 of 32')).toBeVisible();
  });
});
