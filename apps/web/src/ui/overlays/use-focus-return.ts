import { useEffect, useState } from 'react';

/**
 * Returns the focus to its earlier element when an overlay closes, unless it has moved elsewhere.
 */
export function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // The dialog is removed after this effect, together with the focus still in it.
      setTimeout(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement)
          opener.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}
