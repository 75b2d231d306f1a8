let open: (() => void) | undefined;

/** Opens the command palette from anywhere on the page, once the top bar is loaded. */
export function openPalette(): void {
  open?.();
}

/** Registers the top bar's function that opens the palette; returns one that unregisters it. */
export function providePalette(opener: () => void): () => void {
  open = opener;
  return () => {
    if (open === opener) open = undefined;
  };
}
