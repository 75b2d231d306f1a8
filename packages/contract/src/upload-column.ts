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
  /** True for a column that is for people and not read. */
  unread?: boolean;
  /** True if a file that has the column is read with it, whatever it was matched to. */
  stays?: boolean;
  /** True if the file must have the column. Each row then needs a value, unless `filled` is given. */
  required?: boolean;
  /** True if only a file for no chosen fair must have the column. */
  requiredWithoutFair?: boolean;
  /** Rows that need a value, in the words of the template: "For a new student". */
  filled?: string;
  /** Bounds of a number, or of the number of characters of a text. */
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
