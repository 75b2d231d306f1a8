import { describe, expect, test } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { useSelection } from './selection.ts';

type Row = { id: string; name: string };
const rows = (...ids: string[]): Row[] => ids.map((id) => ({ id, name: `Row ${id}` }));

/** Renders the selection of a list that shows page `a b c d`. */
function renderSelection() {
  return renderHook(
    (shown?: { page: Row[]; filters: string }) =>
      useSelection(shown?.page ?? [], ({ id }: Row) => id, shown?.filters ?? ''),
    { initialProps: { page: rows('a', 'b', 'c', 'd'), filters: 'status=active' } },
  );
}

type Rendered = Awaited<ReturnType<typeof renderSelection>>;
const chosen = ({ result }: Rendered) => result.current.rows.map(({ id }) => id);

describe('the selection of a list', () => {
  test('has all rows between two of them in either direction', async () => {
    const list = await renderSelection();
    await list.act(() => list.result.current.toggle('d'));
    await list.act(() => list.result.current.toggle('b', true));
    expect(chosen(list).toSorted()).toEqual(['b', 'c', 'd']);
  });

  test('keeps rows of other pages, and shows those of this page as they are now', async () => {
    const list = await renderSelection();
    await list.act(() => list.result.current.togglePage());
    await list.rerender({ page: rows('e', 'f'), filters: 'status=active' });
    expect(list.result.current.isPageChosen).toBe(false);
    await list.act(() => list.result.current.toggle('e'));
    expect(chosen(list)).toEqual(['a', 'b', 'c', 'd', 'e']);
    await list.rerender({ page: [{ id: 'a', name: 'Renamed' }], filters: 'status=active' });
    expect(list.result.current.rows[0]).toEqual({ id: 'a', name: 'Renamed' });
  });

  test('ends with the filters it was made under', async () => {
    const list = await renderSelection();
    await list.act(() => list.result.current.choose(rows('x', 'y')));
    expect(chosen(list)).toEqual(['x', 'y']);
    await list.rerender({ page: rows('a', 'b'), filters: 'status=inactive' });
    expect(chosen(list)).toEqual([]);
  });

  test('deselects the page once all of it is selected, and nothing else', async () => {
    const list = await renderSelection();
    await list.act(() => list.result.current.choose(rows('x')));
    await list.act(() => list.result.current.togglePage());
    await list.act(() => list.result.current.togglePage());
    expect(chosen(list)).toEqual(['x']);
    await list.act(() => list.result.current.clear());
    expect(chosen(list)).toEqual([]);
  });
});
