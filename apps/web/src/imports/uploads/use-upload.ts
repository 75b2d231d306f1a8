import type { UploadKind, UploadResult } from '@pos/contract/imports/uploads';
import { useMutation } from '@tanstack/react-query';
import { failureText } from '#web/lib/api/failure.ts';
import { CHANGED_BY_IMPORTS } from './uploads.data.ts';
import { useUploadCheck } from './use-upload-check.ts';
import {
  useUploadRequest,
  type Fix,
  type Mapping,
  type UploadScope,
} from './use-upload-request.ts';
import { columnNames } from '@pos/contract/imports/upload-columns';
import { useEffect, useState } from 'react';
import { changeSealed, readSealed } from '#web/lib/drafts/sealed-store.ts';
import { useSession } from '#web/lib/session/session.tsx';

const NOTHING: Mapping = {};
const toName = (kind: UploadKind): string => `upload-columns ${kind}`;

/**
 * Column assignments of the user's earlier files, kept sealed in this browser: `remembered` once
 * loaded, `read` to wait for it, `remember` to store a successful one; other headers stay
 * remembered.
 */
function useRememberedMapping(kind: UploadKind) {
  const owner = useSession()?.user.id;
  const [remembered, setRemembered] = useState(NOTHING);
  useEffect(() => {
    let isGone = false;
    void readMapping(owner, kind).then((mapping) => {
      if (!isGone) setRemembered(mapping);
    });
    return () => {
      isGone = true;
    };
  }, [owner, kind]);
  return {
    remembered,
    /** Undefined if columns never had to be assigned. */
    read: async (): Promise<Mapping | undefined> => {
      const mapping = await readMapping(owner, kind);
      return Object.keys(mapping).length > 0 ? mapping : undefined;
    },
    remember: async (mapping: Mapping): Promise<void> => {
      let all = mapping;
      if (owner)
        await changeSealed(
          owner,
          toName(kind),
          (saved) => (all = { ...mappingIn(saved, kind), ...mapping }),
        );
      setRemembered(all);
    },
  };
}

async function readMapping(owner: string | undefined, kind: UploadKind): Promise<Mapping> {
  return owner ? mappingIn(await readSealed(owner, toName(kind)), kind) : NOTHING;
}

/** Stored mapping without columns that are not ours. */
function mappingIn(saved: unknown, kind: UploadKind): Mapping {
  if (typeof saved !== 'object' || saved === null) return NOTHING;
  return Object.fromEntries(
    Object.entries(saved).filter(
      (entry): entry is [string, string | null] =>
        entry[1] === null || columnNames(kind).all.includes(String(entry[1])),
    ),
  );
}

/**
 * State of one upload from choosing the file to the result. A check writes nothing; the file stays
 * in the browser and is sent again, with corrections, for each check and for the import. `onJob`
 * receives the job of an import that created one.
 */
export function useUpload(kind: UploadKind, scope: UploadScope, onJob: (jobId: string) => void) {
  const { send, sent, cancel } = useUploadRequest(kind, scope);
  const checks = useUploadCheck(send);
  const columns = useRememberedMapping(kind);
  const importing = useMutation({
    mutationFn: send,
    meta: { refreshes: [['jobs'], ...CHANGED_BY_IMPORTS] },
  });
  const { request, headers, result, isMapping, isChecking } = checks;

  const check: typeof checks.check = (next) => {
    importing.reset();
    return checks.check(next);
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
    checks.reset();
    importing.reset();
  };
  return {
    kind,
    file: request?.file,
    fixes: request?.fixes ?? [],
    headers,
    result,
    imported: importing.data,
    step: getStep(importing.data, isMapping, result),
    /** Current work, with upload progress. */
    busy: getWork(isChecking, importing.isPending),
    sent,
    error: checks.error ?? (importing.error ? failureText(importing.error).message : undefined),
    /** Earlier assignments of columns with these names. */
    remembered: columns.remembered,
    choose: async (file: File) => check({ file, mapping: await columns.read(), fixes: [] }),
    map,
    fix: (fixes: readonly Fix[]) => request && check({ ...request, fixes }),
    openMapping: () => checks.setIsMapping(true),
    closeMapping: () => (result ? checks.setIsMapping(false) : startOver()),
    commit,
    startOver,
    cancel,
  };
}
export type Upload = ReturnType<typeof useUpload>;

type Step = 'choose' | 'map' | 'check' | 'result';

function getStep(
  imported: UploadResult | undefined,
  isMapping: boolean,
  result: UploadResult | undefined,
): Step {
  if (imported) return 'result';
  if (isMapping) return 'map';
  return result ? 'check' : 'choose';
}

function getWork(isChecking: boolean, isImporting: boolean): 'checking' | 'importing' | undefined {
  if (isChecking) return 'checking';
  return isImporting ? 'importing' : undefined;
}
