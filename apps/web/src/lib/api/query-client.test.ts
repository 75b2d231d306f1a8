import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { createQueryClient } from './query-client.ts';

it('keeps visible queries and the newest unused ones, however many pages were viewed', async () => {
  const queryClient = createQueryClient();
  const toPage = (page: number) => ({
    queryKey: ['orders', 'list', { page }],
    queryFn: () => Promise.resolve(page),
    staleTime: Infinity,
  });
  await queryClient.prefetchQuery(toPage(0));
  const leave = new QueryObserver(queryClient, toPage(0)).subscribe(() => undefined);
  for (let page = 1; page <= 200; page++) {
    await queryClient.prefetchQuery(toPage(page));
    new QueryObserver(queryClient, toPage(page)).subscribe(() => undefined)();
  }
  const cached = queryClient.getQueryCache().getAll().length;
  expect(cached).toBeGreaterThan(20);
  expect(cached).toBeLessThan(40);
  expect(queryClient.getQueryData(toPage(0).queryKey)).toBe(0);
  expect(queryClient.getQueryData(toPage(200).queryKey)).toBe(200);
  expect(queryClient.getQueryData(toPage(1).queryKey)).toBeUndefined();
  leave();
  queryClient.clear();
});
