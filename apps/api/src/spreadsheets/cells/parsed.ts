/**
 * Problem of one cell. `code` is for programs (`INVALID_AMOUNT`), `message` for people,
 * `suggestion` the probable value.
 */
export interface CellProblem {
  code: string;
  message: string;
  suggestion?: string;
}

/** A parsed cell value with an optional warning, or the reason why it is invalid. */
export type Parsed<Value> = { value: Value; warning?: CellProblem } | { error: CellProblem };

export function invalid(
  code: string,
  message: string,
  suggestion?: string,
): { error: CellProblem } {
  return { error: { code, message, ...(suggestion !== undefined && { suggestion }) } };
}
