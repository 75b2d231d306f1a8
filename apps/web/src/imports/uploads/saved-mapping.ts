import { columnNames } from '@pos/contract/imports/upload-columns';
import { type UploadKind } from '@pos/contract/imports/uploads';
import { useEffect, useState } from 'react';
import { changeSealed, readSealed } from '#web/lib/drafts/sealed-store.ts';
import { useSession } from '#web/lib/session/session.tsx';
import type { Mapping } from './use-upload-request.ts';

const NOTHING: Mapping = {};
const toName = (kind: UploadKind): string => `upload-columns ${kind}`;

/**
 * Column assignments of the user's earlier files, kept sealed in this browser: `remembered` once
 * loaded, `read` to wait for it, `remember` to store a successful one; other headers stay
 * remembered.
 */
export function useRememberedMapping(kind: UploadKind) {
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
