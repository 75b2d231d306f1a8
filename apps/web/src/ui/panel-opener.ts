/** Element that had the focus before a search opened a panel: Escape in the panel goes back to it. */
let opener: HTMLElement | undefined;

/** Remembers where the focus was. From within a panel the earlier place holds. */
export function rememberOpener(element: Element | null): void {
  if (element?.closest('.panel')) return;
  opener = element instanceof HTMLElement && element !== document.body ? element : undefined;
}

/** Forgets it: the person went on to something else on the page. */
export function forgetOpener(): void {
  opener = undefined;
}

/** Gives the element to go back to, once. */
export function takeOpener(): HTMLElement | undefined {
  const taken = opener;
  opener = undefined;
  return taken;
}
