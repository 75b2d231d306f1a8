import { FILE_TOO_LARGE, MAX_UPLOAD_BYTES, ONLY_XLSX } from '@pos/contract/imports';

/** What is wrong with a file before it is sent, in the specification's words; nothing when it may be sent. */
export function refuseFile({ name, size }: { name: string; size: number }): string | undefined {
  if (!/\.xlsx$/i.test(name)) return ONLY_XLSX;
  return size > MAX_UPLOAD_BYTES ? FILE_TOO_LARGE : undefined;
}
