import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, type MouseEvent } from 'react';

/** Row opened last, by history entry. */
const opened = new Map<string, string>();

/**
 * For the element around a list's rows: after Back from a row's page, returns the focus to that
 * row.
 */
export function useReturn(hasRows: boolean) {
  const { __TSR_key: entry = '' } = useLocation().state;
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const id = opened.get(entry);
    if (!hasRows || !id) return undefined;
    // After the page, which takes the focus when it appears.
    const timer = setTimeout(() =>
      box.current
        ?.querySelector<HTMLElement>(`[data-id="${id}"] :is([data-row], button)`)
        ?.focus({ preventScroll: true }),
    );
    return () => clearTimeout(timer);
  }, [entry, hasRows]);
  const onClickCapture = ({ target }: MouseEvent): void => {
    const id = (target as HTMLElement).closest<HTMLElement>('[data-id]')?.dataset['id'];
    if (id) opened.set(entry, id);
  };
  return { ref: box, onClickCapture };
}
