import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

const PAINTED_MS = 50;

/**
 * Keeps column widths from page to page, so headers stay in place. Recomputes them if a page does
 * not fit or the container changes width.
 */
export function useSteadyColumns(
  box: RefObject<HTMLDivElement | null>,
  rows: unknown,
  columns: string,
  isWide: boolean,
): void {
  const fits = useEffectEvent(
    (outer: HTMLElement) => isWide || outer.scrollWidth <= outer.clientWidth,
  );
  useLayoutEffect(() => {
    const outer = box.current;
    if (!outer || !rows) return undefined;
    if (!fits(outer)) release(outer);
    const timer = setTimeout(() => keep(outer), PAINTED_MS);
    return () => clearTimeout(timer);
  }, [box, rows, columns]);
  useEffect(() => {
    const outer = box.current;
    if (!outer) return undefined;
    let timer = 0;
    let width = outer.offsetWidth;
    const observer = new ResizeObserver(() => {
      if (outer.offsetWidth === width) return;
      width = outer.offsetWidth;
      release(outer);
      clearTimeout(timer);
      timer = window.setTimeout(() => keep(outer), PAINTED_MS);
    });
    observer.observe(outer);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      release(outer);
    };
  }, [box, columns]);
}

const headsOf = (outer: HTMLElement) => [...outer.querySelectorAll<HTMLElement>('thead th')];

function release(outer: HTMLElement): void {
  for (const { style } of headsOf(outer)) style.minWidth = '';
}

function keep(outer: HTMLElement): void {
  const heads = headsOf(outer);
  const widths = heads.map((head) => head.getBoundingClientRect().width);
  for (const [index, { style }] of heads.entries()) style.minWidth = `${widths[index]}px`;
}

/**
 * Returns true if the table is wider than its container; then it scrolls sideways with a fixed
 * first column.
 */
export function useOverflow() {
  const box = useRef<HTMLDivElement>(null);
  const [isWide, setIsWide] = useState(false);
  useEffect(() => {
    const outer = box.current;
    const inner = outer?.firstElementChild;
    if (!outer || !inner) return undefined;
    const observer = new ResizeObserver(() => setIsWide(inner.scrollWidth > outer.clientWidth + 1));
    observer.observe(outer);
    observer.observe(inner);
    return () => observer.disconnect();
  }, []);
  return { box, isWide };
}
