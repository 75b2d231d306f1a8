import { DevicesQuery } from '@pos/contract/fairs/devices';
import { OrdersQuery } from '@pos/contract/sales/orders';
import { expect, it, vi } from 'vitest';
import { afterRows, rowsFirst, type ListAnswer } from './list.ts';
import { queryAt, turnPage } from './page-turn.ts';

it('starts secondary queries once the rows are loaded, or have failed', async () => {
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw));
  const told: string[] = [];
  const { promise: answer, resolve } = Promise.withResolvers<ListAnswer<never>>();
  const { promise: failure, reject } = Promise.withResolvers<ListAnswer<never>>();
  const { signal } = new AbortController();
  const read = (rows: Promise<ListAnswer<never>>) =>
    rowsFirst({ queryKey: ['orders'], queryFn: () => rows })
      .queryFn({ signal })
      .then(
        () => told.push('rows'),
        () => told.push('no rows'),
      );
  const first = read(answer);
  const other = read(failure);
  const counts = afterRows().then(() => told.push('counts'));
  reject(new Error('The server is away.'));
  await other;
  resolve({ data: { results: [], page: 1, limit: 20, totalPages: 0, totalResults: 0 } });
  await Promise.all([first, counts]);
  expect(told).toEqual(['no rows', 'rows', 'counts']);
});

it('turns to a page beside the shown one by its row, and to any other by its number', () => {
  const [first, last] = [
    '5f0ea1de-0000-7000-8000-000000000001',
    '5f0ea1de-0000-7000-8000-000000000002',
  ];
  const shown = { page: 7, results: [{ id: first }, { id: last }] };
  const turns = [6, 8, 1, 9].map((page) => turnPage(OrdersQuery, shown, page));
  expect(turns).toEqual([
    { page: 6, cursor: `before.${first}` },
    { page: 8, cursor: `after.${last}` },
    { page: 1 },
    { page: 9 },
  ]);
  expect(turnPage(OrdersQuery, { ...shown, page: 2 }, 1)).toEqual({ page: 1 });
  expect(turnPage(DevicesQuery, shown, 8)).toEqual({ page: 8 });
  const query = OrdersQuery.parse({ status: 'open', ...turns[0] });
  expect(queryAt(OrdersQuery, query, { page: 9 })).toEqual(
    OrdersQuery.parse({ status: 'open', page: 9 }),
  );
});
