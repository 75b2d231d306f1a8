let forms = 0;

/** Counts a form with unsaved changes until the returned function is called. */
export function holdUnsaved(): () => void {
  forms += 1;
  return () => {
    forms -= 1;
  };
}

/** True while a form on the page has unsaved changes. */
export function hasUnsaved(): boolean {
  return forms > 0;
}
