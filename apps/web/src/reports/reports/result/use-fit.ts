import type { Figures, FilledTable, PlacedColumn } from '@pos/contract/reports/tables';
import { useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts';
import { columnWidth } from './column-widths.ts';
import { fitFigures, phoneColumns, tableWidth, withoutEmpty, type Fit } from './fit-columns.ts';

/** Columns for the width of the box. `isWide`: they are wider than it. */
export function useFit(
  filled: FilledTable,
  box: RefObject<HTMLElement | null>,
  showsAll: boolean,
): { fit: Fit; isWide: boolean } {
  const isPhone = useIsPhone();
  const available = useWidth(box);
  const { used, empty, measured } = useMemo(() => {
    const rows: Figures[] = filled.groups.flatMap(({ rows: ofGroup }) => [...ofGroup]);
    return {
      ...withoutEmpty(filled),
      measured: filled.columns.map((placed) => ({
        ...placed,
        width: columnWidth(placed, rows, filled.totals),
      })),
    };
  }, [filled]);
  if (isPhone && !showsAll) return { fit: withHidden(phoneColumns(used), empty), isWide: false };
  const isUsed = ({ path }: PlacedColumn) => used.some((one) => one.path === path);
  const fit = showsAll
    ? fitFigures(measured, available, true)
    : withHidden(fitFigures(measured.filter(isUsed), available), empty);
  return { fit, isWide: !isPhone && tableWidth(fit) > available + 1 };
}

function withHidden({ shown, hidden }: Fit, empty: readonly PlacedColumn[]): Fit {
  return { shown, hidden: [...hidden, ...empty] };
}

/** Width of the element in px, which a resize changes. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(1142);
  useLayoutEffect(() => {
    const observed = element.current;
    if (!observed) return undefined;
    const measure = (): void => setWidth(observed.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
