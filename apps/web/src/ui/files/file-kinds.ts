import { FILE_TOO_LARGE, MAX_UPLOAD_BYTES, onlyXlsx } from '@pos/contract/imports/uploads';

type NamedFile = { name: string; size: number };

/**
 * Files that an upload accepts. `refuse` returns the specification's error message for a bad file
 * before it is sent.
 */
export type FileKind = {
  accept: string;
  hint: string;
  refuse: (file: NamedFile) => string | undefined;
};

/** Accepts files with such a name, of at most 5 MB; refuses others with `only`. */
export function filesNamed(
  pattern: RegExp,
  only: string | ((name: string) => string),
): FileKind['refuse'] {
  return ({ name, size }) => {
    if (!pattern.test(name)) return typeof only === 'string' ? only : only(name);
    return size > MAX_UPLOAD_BYTES ? FILE_TOO_LARGE : undefined;
  };
}

export const SPREADSHEET: FileKind = {
  accept: '.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  hint: 'Drop an .xlsx file here or choose one, at most 5 MB',
  refuse: filesNamed(/\.xlsx$/i, onlyXlsx),
};
