import { expect, test } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { useLastScan } from './use-last-scan.ts';

test('a late answer about a code never covers the scan after it', async () => {
  const { act, result } = await renderHook(() => useLastScan());
  let first = 0;
  await act(() => {
    first = result.current.show({ kind: 'asking', code: 'C-1' });
  });
  await act(() => void result.current.show({ kind: 'asking', code: 'C-2' }));
  await act(() => result.current.replace(first, { kind: 'unasked', code: 'C-1' }));
  expect(result.current.last).toMatchObject({ kind: 'asking', code: 'C-2' });
});

test('an answer replaces the question about its code, and the same code again is another scan', async () => {
  const { act, result } = await renderHook(() => useLastScan());
  await act(() => {
    const id = result.current.show({ kind: 'asking', code: 'C-1' });
    result.current.replace(id, { kind: 'unasked', code: 'C-1' });
  });
  const { id } = result.current.last!;
  expect(result.current.last).toMatchObject({ kind: 'unasked', code: 'C-1' });
  await act(() => void result.current.show({ kind: 'asking', code: 'C-1' }));
  expect(result.current.last!.id).not.toBe(id);
  await act(() => result.current.clear());
  expect(result.current.last).toBeUndefined();
});
