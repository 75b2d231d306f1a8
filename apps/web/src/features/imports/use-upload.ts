import { ApiError } from '@pos/contract/client';
import { HEADER_FOUND, type UploadKind, type UploadResult } from '@pos/contract/imports';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { apiOver } from '#web/lib/api.ts';
import { failureText } from '#web/lib/failure.ts';
import { tellingProgress, type Sent } from '#web/lib/upload-transport.ts';
import { CHANGED_BY_IMPORTS } from './imports.data.ts';
import { useRememberedMapping } from './remembered-mapping.ts';

/** Cell corrected on the screen; `row` is Excel's row number, `column` ours. */
export type Fix = { row: number; column: string; value: string };
/** Maps each header of the file to our column, or null to leave it out. */
export type Mapping = Readonly<Record<string, string | null>>;
/**
 * Columns found in the file and the server's complaint; shown before the check if the server did
 * not recognize them.
 */
export type Headers = {
  found: readonly { header: string; column: string | null }[];
  complaint?: string;
};

type Request = {
  mode: 'check' | 'commit';
  file: File;
  mapping?: Mapping | undefined;
  fixes: readonly Fix[];
  onlyValidRows?: boolean;
};

/**
 * State of one upload from choosing the file to the result. A check writes nothing; the file stays
 * in the browser and is sent again, with corrections, for each check and for the import. `onJob`
 * receives the job of an import that created one.
 */
export function useUpload(kind: UploadKind, fairId: string | null, onJob: (jobId: string) => void) {
  const [sent, setSent] = useState<Sent>();
  const [request, setRequest] = useState<Omit<Request, 'mode'>>();
  const [headers, setHeaders] = useState<Headers>();
  const [result, setResult] = useState<UploadResult>();
  const [isMapping, setIsMapping] = useState(false);
  const abort = useRef<AbortController>(null);
  const columns = useRememberedMapping(kind);

  const send = async ({
    mode,
    file,
    mapping,
    fixes,
    onlyValidRows,
  }: Request): Promise<UploadResult> => {
    abort.current = new AbortController();
    setSent({ bytes: 0, of: file.size });
    const body = {
      kind,
      mode,
      ...(fairId !== null && { fairId }),
      ...(onlyValidRows && { onlyValidRows: 'true' as const }),
      ...(mapping && { mapping: JSON.stringify(mapping) }),
      ...(fixes.length > 0 && { fixes: JSON.stringify(fixes) }),
    };
    try {
      return (
        await apiOver(tellingProgress(setSent)).imports.bulkUpload(
          { body, file, fileName: file.name },
          { signal: abort.current.signal },
        )
      ).data;
    } finally {
      setSent(undefined);
    }
  };
  const checking = useMutation({ mutationFn: send });
  const importing = useMutation({
    mutationFn: send,
    meta: { refreshes: [['jobs'], ...CHANGED_BY_IMPORTS] },
  });

  const check = async (next: Omit<Request, 'mode'>): Promise<boolean> => {
    // A failed check keeps the previous result, so that corrections are not lost.
    if (!result) setRequest(next);
    importing.reset();
    try {
      const answer = await checking.mutateAsync({ ...next, mode: 'check' });
      setRequest(next);
      setResult(answer);
      setHeaders({ found: answer.columns });
      setIsMapping(false);
      return true;
    } catch (error) {
      const found = headersOf(error);
      if (found) setHeaders(found);
      setIsMapping(found !== undefined);
      return false;
    }
  };
  const map = async (mapping: Mapping): Promise<void> => {
    if (request && (await check({ ...request, mapping }))) await columns.remember(mapping);
  };
  const commit = async (onlyValidRows: boolean): Promise<void> => {
    if (!request) return;
    const answer = await importing
      .mutateAsync({ ...request, mode: 'commit', onlyValidRows })
      .catch(() => undefined);
    if (answer?.jobId !== undefined) onJob(answer.jobId);
  };
  const startOver = (): void => {
    setRequest(undefined);
    setResult(undefined);
    setHeaders(undefined);
    setIsMapping(false);
    checking.reset();
    importing.reset();
  };

  const isCancelled = checking.error instanceof DOMException;
  return {
    kind,
    file: request?.file,
    fixes: request?.fixes ?? [],
    headers,
    result,
    imported: importing.data,
    step: importing.data
      ? ('result' as const)
      : isMapping
        ? ('map' as const)
        : result
          ? ('check' as const)
          : ('choose' as const),
    /** Current work, with upload progress. */
    busy: checking.isPending
      ? ('checking' as const)
      : importing.isPending
        ? ('importing' as const)
        : undefined,
    sent,
    error:
      checking.error && !isCancelled && !isMapping
        ? failureText(checking.error).message
        : importing.error
          ? failureText(importing.error).message
          : undefined,
    /** Earlier assignments of columns with these names. */
    remembered: columns.remembered,
    choose: async (file: File) => check({ file, mapping: await columns.read(), fixes: [] }),
    map,
    fix: (fixes: readonly Fix[]) => request && check({ ...request, fixes }),
    openMapping: () => setIsMapping(true),
    closeMapping: () => (result ? setIsMapping(false) : startOver()),
    commit,
    startOver,
    cancel: () => abort.current?.abort(),
  };
}
export type Upload = ReturnType<typeof useUpload>;

/** Headers of a file that lacks columns, each with the server's guess. */
function headersOf(error: unknown): Headers | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const found = (error.refusal.reasons ?? [])
    .filter(({ code }) => code === HEADER_FOUND)
    .map(({ text, column = null }) => ({ header: text, column }));
  return found.length > 0 ? { found, complaint: failureText(error).message } : undefined;
}
