import { useState } from 'react';

/** Selected rows of a list, across pages; another filter or search clears them. */
export type Selection<Row> = {
  rows: readonly Row[];
  has: (id: string) => boolean;
  /**
   * Selects or deselects a row; `through` includes all rows since the previous one, as Shift+click
   * does.
   */
  toggle: (id: string, through?: boolean) => void;
  /** Selects or deselects the whole page. */
  togglePage: () => void;
  isPageChosen: boolean;
  /** Selects these rows and no others: all that match, from every page. */
  choose: (rows: readonly Row[]) => void;
  clear: () => void;
};

/**
 * Keeps the selection of a list. `filters` identifies the filtered list: rows selected under other
 * filters are deselected.
 */
export function useSelection<Row>(
  page: readonly Row[],
  rowId: (row: Row) => string,
  filters: string,
): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  const [last, setLast] = useState<string>();
  const [seen, setSeen] = useState(filters);
  if (filters !== seen) {
    setSeen(filters);
    setChosen(new Map());
  }
  const now = new Map(page.map((row) => [rowId(row), row]));
  const ids = [...now.keys()];
  const isPageChosen = ids.length > 0 && ids.every((id) => chosen.has(id));
  const set = (changed: readonly string[], isOn: boolean): void => {
    const next = new Map(chosen);
    for (const id of changed) {
      const row = now.get(id);
      if (isOn && row) next.set(id, row);
      else next.delete(id);
    }
    setChosen(next);
  };
  return {
    // Rows on this page as they are now, not as they were when selected.
    rows: [...chosen].map(([id, row]) => now.get(id) ?? row),
    has: (id) => chosen.has(id),
    toggle: (id, through = false) => {
      const [from, to] = [last === undefined ? -1 : ids.indexOf(last), ids.indexOf(id)];
      const between =
        through && from >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
      set(between, !chosen.has(id));
      setLast(id);
    },
    togglePage: () => set(ids, !isPageChosen),
    isPageChosen,
    choose: (rows) => setChosen(new Map(rows.map((row) => [rowId(row), row]))),
    clear: () => setChosen(new Map()),
  };
}
