export type EndChoice = (isMade: boolean) => boolean;

/** Form state beside its values: its fields, and if it was saved as it stands. */
export class FormMemory {
  /** Names of the fields that have a control. */
  readonly names = new Set<string>();
  /** Labels of the fields shown but locked, by name. */
  readonly locked = new Map<string, string>();
  #isSaved = false;
  #openChoices = 0;
  #afterChoices: (() => void) | undefined;

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

  /**
   * Marks a choice that was entered and waits for its answer. Call the result once it is made, or
   * with false if it is not: then a save that waited for it is dropped, and true returned.
   */
  readonly holdChoice = (): EndChoice => {
    this.#openChoices += 1;
    let isOpen = true;
    return (isMade) => {
      if (!isOpen) return false;
      isOpen = false;
      this.#openChoices -= 1;
      const save = this.#afterChoices;
      if (!isMade || this.#openChoices === 0) this.#afterChoices = undefined;
      if (isMade && this.#openChoices === 0) save?.();
      return !isMade && save !== undefined;
    };
  };

  /** Runs `save`, once, as soon as no choice waits for its answer. */
  afterChoices(save: () => void): void {
    if (this.#openChoices === 0) save();
    else this.#afterChoices = save;
  }
}
