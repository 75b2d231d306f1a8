import { useEffect, useState, type RefCallback } from 'react';

/** How wide an element is, in CSS pixels, as it changes; 0 before it is there. */
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
