/** What a form knows of itself beside its values: the names of its fields, and that it was saved as it stands. */
export class FormMemory {
  readonly names = new Set<string>();
  #isSaved = false;

  add(name: string): void {
    this.names.add(name);
  }

  others(name: string): string[] {
    return [...this.names].filter((other) => other !== name);
  }

  setSaved(isSaved: boolean): void {
    this.#isSaved = isSaved;
  }

  /** True between saving and the next change: leaving loses nothing, whatever the form still counts as changed. */
  readonly isSaved = (): boolean => this.#isSaved;
}
