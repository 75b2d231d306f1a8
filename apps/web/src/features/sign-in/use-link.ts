import type { LinkInfo, LinkKind } from '@pos/contract/auth';
import { useEffect, useState } from 'react';
import { authClient } from '#web/lib/refresh.ts';

/** What looking at a mailed link found: nothing yet, the link, or why it is not good. */
export type LinkState = { link?: LinkInfo; error?: unknown };

/** Looks whether a mailed link is good, which uses nothing up; `again` looks once more. */
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
