import { useState } from 'react';

/** Groups of a table that are open: all or none, except those that were turned. */
export function useOpenGroups(isOpenAtFirst: boolean) {
  const [{ isOpen, turned }, setState] = useState({
    isOpen: isOpenAtFirst,
    turned: new Set<number>(),
  });
  return {
    isOpen: (place: number): boolean => turned.has(place) !== isOpen,
    isAllOpen: isOpen && turned.size === 0,
    turn: (place: number): void => {
      const next = new Set(turned);
      if (!next.delete(place)) next.add(place);
      setState({ isOpen, turned: next });
    },
    turnAll: (open: boolean): void => setState({ isOpen: open, turned: new Set() }),
  };
}
