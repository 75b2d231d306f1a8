import { useEffect, useState, type RefCallback } from 'react';

/** Current width of an element in CSS pixels; 0 before it is mounted. */
export function useWidth(): [ref: RefCallback<HTMLElement>, width: number] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element) return undefined;
    const watch = new ResizeObserver(([entry]) =>
      setWidth(Math.floor(entry?.contentRect.width ?? 0)),
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, [element]);
  return [setElement, width];
}
