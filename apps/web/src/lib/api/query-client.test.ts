import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { createQueryClient } from './query-client.ts';

it('keeps visible queries and the newest unused ones, however many pages were viewed', async () => {
  const queryClient = createQueryClient();
  const pageOf = (page: number) => ({
    queryKey: ['orders', 'list', { page }],
    queryFn: () => Promise.resolve(page),
    staleTime: Infinity,
  });
  await queryClient.prefetchQuery(pageOf(0));
  const leave = new QueryObserver(queryClient, pageOf(0)).subscribe(() => undefined);
  for (let page = 1; page <= 200; page++) {
    await queryClient.prefetchQuery(pageOf(page));
    new QueryObserver(queryClient, pageOf(page)).subscribe(() => undefined)();
  }
  const cached = queryClient.getQueryCache().getAll().length;
  expect(cached).toBeGreaterThan(20);
  expect(cached).toBeLessThan(40);
  expect(queryClient.getQueryData(pageOf(0).queryKey)).toBe(0);
  expect(queryClient.getQueryData(pageOf(200).queryKey)).toBe(200);
  expect(queryClient.getQueryData(pageOf(1).queryKey)).toBeUndefined();
  leave();
  queryClient.clear();
});
