import { useState } from 'react';

/** Which rows of a list are chosen, over all its pages; another filter or search begins anew. */
export type Selection<Row> = {
  rows: readonly Row[];
  has: (id: string) => boolean;
  /** Chooses a row or lets it go; `through` takes along everything between it and the row before, as Shift+click does. */
  toggle: (id: string, through?: boolean) => void;
  /** Chooses the whole page, or lets it go. */
  togglePage: () => void;
  isPageChosen: boolean;
  clear: () => void;
};

/** `filters` names what is looked at: the rows chosen under other filters are let go. */
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
    // A row of this page as it is now, not as it was when it was chosen.
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
    clear: () => setChosen(new Map()),
  };
}
