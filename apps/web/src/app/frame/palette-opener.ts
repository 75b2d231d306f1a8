let open: (() => void) | undefined;

/** Opens the command palette from anywhere on the page, once the top bar is there. */
export function openPalette(): void {
  open?.();
}

/** The top bar says how the palette is opened; gives what takes that back. */
export function providePalette(opener: () => void): () => void {
  open = opener;
  return () => {
    if (open === opener) open = undefined;
  };
}
