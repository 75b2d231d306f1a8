let forms = 0;

/** Counts a form with unsaved changes until the answered function is called. */
export function holdUnsaved(): () => void {
  forms += 1;
  return () => {
    forms -= 1;
  };
}

/** True while some form on the page has changes that are not saved. */
export function hasUnsaved(): boolean {
  return forms > 0;
}
