import type { UploadKind, UploadResult } from '@pos/contract/imports/uploads';
import { useRef, useState } from 'react';
import { apiOver } from '#web/lib/api/api.ts';
import { tellingProgress, type Sent } from '#web/lib/api/upload-transport.ts';

/**
 * Fair, school or receipt that a file is for; files of fairs and schools are for none. `listed` is the
 * content of a receipt's sheet.
 */
export type UploadScope = {
  fairId: string | null;
  schoolId?: string | undefined;
  receiptId?: string | undefined;
  listed?: 'expected' | 'received' | undefined;
};
/** Cell corrected on the screen; `row` is Excel's row number, `column` ours. */
export type Fix = { row: number; column: string; value: string };
/** Maps each header of the file to our column, or null to leave it out. */
export type Mapping = Readonly<Record<string, string | null>>;
/** A file with its corrections, to be checked or imported. */
export type UploadRequest = {
  mode: 'check' | 'commit';
  file: File;
  mapping?: Mapping | undefined;
  fixes: readonly Fix[];
  onlyValidRows?: boolean;
};

/** Sends a file to be checked or imported, with its progress and a way to cancel. */
export function useUploadRequest(kind: UploadKind, scope: UploadScope) {
  const { fairId, schoolId, receiptId, listed } = scope;
  const [sent, setSent] = useState<Sent>();
  const abort = useRef<AbortController>(null);
  const send = async ({
    mode,
    file,
    mapping,
    fixes,
    onlyValidRows,
  }: UploadRequest): Promise<UploadResult> => {
    abort.current = new AbortController();
    setSent({ bytes: 0, of: file.size });
    const body = {
      kind,
      mode,
      ...(fairId !== null && { fairId }),
      ...(schoolId !== undefined && { schoolId }),
      ...(receiptId !== undefined && { receiptId }),
      ...(listed !== undefined && { listed }),
      ...(onlyValidRows && { onlyValidRows: 'true' as const }),
      ...(mapping && { mapping: JSON.stringify(mapping) }),
      ...(fixes.length > 0 && { fixes: JSON.stringify(fixes) }),
    };
    try {
      return (
        await apiOver(tellingProgress(setSent)).uploads.bulkUpload(
          { body, file, fileName: file.name },
          { signal: abort.current.signal },
        )
      ).data;
    } finally {
      setSent(undefined);
    }
  };
  return { send, sent, cancel: () => abort.current?.abort() };
}
