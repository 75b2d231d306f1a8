/**
 * Kind of a cell, by which it is read. `form` is text that the rule of the form's field checks;
 * `code` is shown as it will be stored.
 */
export type CellKind =
  | ('form' | 'text' | 'code' | 'isbn' | 'item' | 'identifier' | 'zip' | 'contacts')
  | ('count' | 'amount' | 'rate' | 'yesNo' | 'day' | 'season' | 'zone')
  | ('status' | 'package' | 'category');

/** A column of an upload, from which its reading, its template and its messages follow. */
export type UploadColumn = {
  /** Field of a row that it fills. */
  field: string;
  /** `form` if left out. */
  cell?: CellKind;
  /** True for a column that only people read. */
  unread?: boolean;
  /** The file must have the column, and each row a value unless `filled` says when. */
  required?: boolean;
  requiredWithoutFair?: boolean;
  filled?: string;
  /** Bounds of a number, or of the characters of a text. */
  min?: number;
  max?: number;
  /** Sentence of the template, beside an example. The maximum of a text if left out. */
  rule?: string;
  example: string;
  /** Other usual headers, separated by commas; if a file has two of them, the first is the column. */
  also?: string;
};

/** Columns of a kind of file, by the header in its template. */
export type UploadColumns = Readonly<Record<string, UploadColumn>>;

/** Returns a column of text that the rule of the form's field checks. */
export const formText = <const Field extends string>(
  field: Field,
  max: number,
  example: string,
  also: string,
) => ({ field, max, example, also });
