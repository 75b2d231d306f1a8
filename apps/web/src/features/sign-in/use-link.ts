import type { LinkInfo, LinkKind } from '@pos/contract/auth';
import { useEffect, useState } from 'react';
import { authClient } from '#web/lib/refresh.ts';

/** Result of checking an emailed link: nothing yet, the link, or the reason why it is invalid. */
export type LinkState = { link?: LinkInfo; error?: unknown };

/** Checks an emailed link without using it up; `again` repeats the check. */
export function useLink(kind: LinkKind, token: string): LinkState & { again: () => void } {
  const [state, setState] = useState<LinkState>({});
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (token === '') return undefined;
    const abort = new AbortController();
    authClient.checkLink({ body: { token, kind } }, { signal: abort.signal }).then(
      ({ data }) => setState({ link: data }),
      (error: unknown) => {
        if (!abort.signal.aborted) setState({ error });
      },
    );
    return () => abort.abort();
  }, [kind, token, attempt]);
  const again = (): void => {
    setState({});
    setAttempt((before) => before + 1);
  };
  return { ...state, again };
}
