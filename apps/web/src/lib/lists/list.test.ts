import { expect, it, vi } from 'vitest';
import { afterRows, rowsFirst, type ListAnswer } from './list.ts';

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
