/** Element that had the focus before a search opened a panel; Escape in the panel returns to it. */
let opener: HTMLElement | undefined;

/** Remembers the focused element. Called from within a panel, it keeps the earlier one. */
export function rememberOpener(element: Element | null): void {
  if (element?.closest('[data-part=panel]')) return;
  opener = element instanceof HTMLElement && element !== document.body ? element : undefined;
}

/** Forgets the element: the person moved on to something else on the page. */
export function forgetOpener(): void {
  opener = undefined;
}

/** Returns the remembered element, once. */
export function takeOpener(): HTMLElement | undefined {
  const taken = opener;
  opener = undefined;
  return taken;
}
