import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Column } from '../description.ts';
import { type ColumnSize, fitColumns } from './fit-columns.ts';

type Fit = { of: string; room: number; widths: ReadonlyMap<string, number> };

/** Last fit of each list by its columns: it opens with them again, and is measured if they fail. */
const lastFits = new Map<string, Fit>();

/** Columns that a list shows at its present width, once its first rows are measured. */
export type ColumnFit<Row> = {
  /** Takes the element around the table. */
  setBox: (box: HTMLDivElement | null) => void;
  shown: readonly Column<Row>[];
  /** Width of a column; undefined before it is measured. */
  getWidth: (id: string) => number | undefined;
  /** IDs of the columns that left for lack of room. */
  left: ReadonlySet<string>;
  /** True if the columns that stay are wider than the list, so that it scrolls sideways. */
  isWide: boolean;
};

/**
 * Fits columns into the list by the content of `rows`. Widths stay from page to page, so that
 * headers do not move, until something on a page needs more.
 */
export function useColumnFit<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[] | undefined,
): ColumnFit<Row> {
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const of = columns.map(({ id }) => id).join();
  const [fit, setFit] = useState(() => lastFits.get(of));
  const [boxWidth, setBoxWidth] = useState(0);
  const natural = useRef(new Map<string, number>());
  const current = fit?.of === of ? fit : undefined;

  const refit = useEffectEvent((): void => {
    // A hidden list, as behind a printed receipt, has no width.
    if (!box?.clientWidth || !rows || (current && isAsFitted(box, current))) return;
    // The columns that a fit of an earlier visit left out have to be measured, too.
    if (current && natural.current.size === 0) return setFit(undefined);
    const { widths, others, edge } = measure(box);
    for (const [id, width] of widths)
      natural.current.set(id, Math.max(width, natural.current.get(id) ?? 0));
    const next = fitColumns(getSizes(columns, natural.current), box.clientWidth - others - edge);
    for (const [id, width] of [...next].slice(-1)) next.set(id, width + edge);
    if (current?.room === box.clientWidth && isSame(current.widths, next)) return;
    const fitted = { of, room: box.clientWidth, widths: next };
    lastFits.set(of, fitted);
    setFit(fitted);
  });
  useLayoutEffect(() => refit(), [box, rows, of, fit, boxWidth]);

  useEffect(() => {
    if (!box) return undefined;
    const observer = new ResizeObserver(() => setBoxWidth(box.clientWidth));
    observer.observe(box);
    const forget = (): void => {
      natural.current.clear();
      lastFits.clear();
      setFit(undefined);
    };
    document.fonts.addEventListener('loadingdone', forget);
    return () => {
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', forget);
    };
  }, [box]);

  const shown = current ? columns.filter(({ id }) => current.widths.has(id)) : columns;
  return {
    setBox,
    shown,
    getWidth: (id) => current?.widths.get(id),
    left: new Set(columns.filter((column) => !shown.includes(column)).map(({ id }) => id)),
    isWide: useOverflow(box),
  };
}

function getSizes<Row>(
  columns: readonly Column<Row>[],
  natural: ReadonlyMap<string, number>,
): ColumnSize[] {
  return columns.map((column, at) => {
    const { id, rank, wraps, align } = column;
    const width = natural.get(id) ?? 0;
    const room = getRoom(column);
    return {
      id,
      natural: width,
      least: wraps === undefined ? width : Math.min(width, room),
      room,
      rank,
      // A number at the left edge would move away from it.
      grows: at > 0 || align !== 'right',
    };
  });
}

/** Part of its comfortable width down to which a column of text wraps in a narrow list. */
const TIGHT = 0.7;
/** Width of a character of a header, of its padding, and of the arrow of one that sorts (px). */
const HEADER = { character: 6.4, padding: 14, arrow: 16 };

/** Width (px) that a column needs by its description, whatever the rows hold. */
function getRoom<Row>({ header, sort, wraps, room = 0 }: Column<Row>): number {
  const head = header.length * HEADER.character + HEADER.padding + (sort ? HEADER.arrow : 0);
  return Math.max(head, wraps === undefined ? room : wraps * TIGHT);
}

const findHeads = (box: HTMLElement) => [...box.querySelectorAll<HTMLElement>('thead th')];

/** Padding (px) that a column has more than the others while it is the last one. */
const EDGE = 9;

type Measured = { widths: Map<string, number>; others: number; edge: number };

/**
 * Reads the widths at which all cells are on one line; `others` is that of the other columns. The
 * last column is measured without its edge: once it leaves, another one has it.
 */
function measure(box: HTMLElement): Measured {
  // Rows get lower while they are on one line; the page must not scroll because of it.
  box.style.height = `${box.offsetHeight}px`;
  box.dataset['measuring'] = '';
  const widths = new Map<string, number>();
  let others = 0;
  for (const head of findHeads(box)) {
    const { width } = head.getBoundingClientRect();
    const id = head.dataset['column'];
    if (id) widths.set(id, Math.ceil(width));
    else others += width;
  }
  const last = findHeads(box).at(-1)?.dataset['column'];
  const width = last === undefined ? undefined : widths.get(last);
  if (last !== undefined && width !== undefined) widths.set(last, width - EDGE);
  delete box.dataset['measuring'];
  box.style.height = '';
  return { widths, others, edge: width === undefined ? 0 : EDGE };
}

/** True if no content widened a column since the fit, and the list has its width. */
function isAsFitted(box: HTMLElement, { room, widths }: Fit): boolean {
  return (
    box.clientWidth === room &&
    findHeads(box).every((head) => {
      const given = widths.get(head.dataset['column'] ?? '');
      return given === undefined || Math.abs(head.getBoundingClientRect().width - given) < 1;
    })
  );
}

function isSame(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean {
  return (
    one.size === other.size &&
    [...one].every(([id, width]) => Math.abs(width - (other.get(id) ?? -1)) < 1)
  );
}

/** True if the table is wider than its box. */
function useOverflow(box: HTMLElement | null): boolean {
  const [isWide, setIsWide] = useState(false);
  useEffect(() => {
    const inner = box?.firstElementChild;
    if (!box || !inner) return undefined;
    const observer = new ResizeObserver(() => setIsWide(inner.scrollWidth > box.clientWidth + 1));
    observer.observe(box);
    observer.observe(inner);
    return () => observer.disconnect();
  }, [box]);
  return isWide;
}
