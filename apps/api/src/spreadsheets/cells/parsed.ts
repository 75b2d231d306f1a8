/** What is wrong with one cell. `code` is for programs (`INVALID_AMOUNT`), `message` for people; `suggestion` is what probably was meant. */
export interface CellProblem {
  code: string;
  message: string;
  suggestion?: string;
}

/** A cell read as a value, perhaps with something worth telling, or the reason why it is none. */
export type Parsed<Value> = { value: Value; warning?: CellProblem } | { error: CellProblem };

export function invalid(
  code: string,
  message: string,
  suggestion?: string,
): { error: CellProblem } {
  return { error: { code, message, ...(suggestion !== undefined && { suggestion }) } };
}
