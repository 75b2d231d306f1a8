import { FILE_TOO_LARGE, MAX_UPLOAD_BYTES, ONLY_XLSX } from '@pos/contract/imports';

type NamedFile = { name: string; size: number };

/** Files that an upload takes. `refuse` gives what is wrong with one before it is sent, in the specification's words. */
export type FileKind = {
  accept: string;
  hint: string;
  refuse: (file: NamedFile) => string | undefined;
};

/** Files with such a name, of at most 5 MB; others are refused with the sentence `only`. */
export function filesNamed(pattern: RegExp, only: string): FileKind['refuse'] {
  return ({ name, size }) => {
    if (!pattern.test(name)) return only;
    return size > MAX_UPLOAD_BYTES ? FILE_TOO_LARGE : undefined;
  };
}

export const SPREADSHEET: FileKind = {
  accept: '.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  hint: 'Drop an .xlsx file here or choose one, at most 5 MB',
  refuse: filesNamed(/\.xlsx$/i, ONLY_XLSX),
};
