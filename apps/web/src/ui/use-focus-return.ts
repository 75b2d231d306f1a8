import { useEffect, useState } from 'react';

/** When what floats over the page closes, the focus goes back to where it was, unless it has gone elsewhere meanwhile. */
export function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // The dialog leaves the page after this, and takes the focus that is still in it along.
      setTimeout(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement)
          opener.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}
