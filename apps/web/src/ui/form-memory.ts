/** Form state beside its values: its fields, and if it was saved as it stands. */
export class FormMemory {
  /** Names of the fields that have a control. */
  readonly names = new Set<string>();
  /** Labels of the fields shown but locked, by name. */
  readonly locked = new Map<string, string>();
  #isSaved = false;

  add(name: string): void {
    this.names.add(name);
  }

  /** True for a schema field that the user can see and change in this form. */
  isShown(field: string): boolean {
    return [...this.names].some((name) => name === field || name.startsWith(`${field}.`));
  }

  others(name: string): string[] {
    return [...this.names].filter((other) => other !== name);
  }

  setSaved(isSaved: boolean): void {
    this.#isSaved = isSaved;
  }

  /**
   * True between saving and the next change: leaving loses nothing, even if the form still counts
   * as changed.
   */
  readonly isSaved = (): boolean => this.#isSaved;
}
