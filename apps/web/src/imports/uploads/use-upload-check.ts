import { ApiError } from '@pos/contract/client';
import { HEADER_FOUND, type UploadResult } from '@pos/contract/imports/uploads';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import type { UploadRequest } from './use-upload-request.ts';

/**
 * Columns found in the file and the server's complaint; shown before the check if the server did
 * not recognize them.
 */
export type Headers = {
  found: readonly { header: string; column: string | null; sample?: string | undefined }[];
  complaint?: string;
};

type Checked = Omit<UploadRequest, 'mode'>;

/**
 * Checks of a file: the last request and its result, and the columns that people map if the server
 * did not recognize them.
 */
export function useUploadCheck(send: (request: UploadRequest) => Promise<UploadResult>) {
  const [request, setRequest] = useState<Checked>();
  const [headers, setHeaders] = useState<Headers>();
  const [result, setResult] = useState<UploadResult>();
  const [isMapping, setIsMapping] = useState(false);
  const checking = useMutation({ mutationFn: send });

  /** Checks the file and returns true if the server could read it. */
  const check = async (next: Checked): Promise<boolean> => {
    // A failed check keeps the previous result, so that corrections are not lost.
    if (!result) setRequest(next);
    try {
      const answer = await checking.mutateAsync({ ...next, mode: 'check' });
      setRequest(next);
      setResult(answer);
      setHeaders({ found: answer.columns });
      setIsMapping(false);
      return true;
    } catch (error) {
      const found = findHeaders(error);
      if (found) setHeaders(found);
      setIsMapping(found !== undefined);
      return false;
    }
  };
  const reset = (): void => {
    setRequest(undefined);
    setResult(undefined);
    setHeaders(undefined);
    setIsMapping(false);
    checking.reset();
  };
  const isCancelled = checking.error instanceof DOMException;
  return {
    request,
    headers,
    result,
    isMapping,
    setIsMapping,
    isChecking: checking.isPending,
    error:
      checking.error && !isCancelled && !isMapping
        ? failureText(checking.error).message
        : undefined,
    check,
    reset,
  };
}

/** Headers of a file that lacks columns, each with the server's guess. */
function findHeaders(error: unknown): Headers | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const found = (error.refusal.reasons ?? [])
    .filter(({ code }) => code === HEADER_FOUND)
    .map(({ text, column = null, sample }) => ({ header: text, column, sample }));
  return found.length > 0 ? { found, complaint: failureText(error).message } : undefined;
}
