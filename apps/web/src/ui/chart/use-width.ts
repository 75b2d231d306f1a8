import { useLayoutEffect, useState } from 'react';

/** Width of an element (px), and the ref that it takes; undefined before it is laid out. */
export function useWidth(): [number | undefined, (element: Element | null) => void] {
  const [element, setElement] = useState<Element | null>(null);
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    if (!element) return undefined;
    const read = (): void => setWidth(Math.round(element.getBoundingClientRect().width));
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [width, setElement];
}
