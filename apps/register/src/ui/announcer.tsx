import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react';

type Announce = (text: string, urgency?: 'polite' | 'assertive') => void;

const AnnounceContext = createContext<Announce>(() => {});

/** Says texts to screen readers: politely, or at once. */
export function Announcer({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState({ polite: '', assertive: '', turn: 0 });
  const announce = useCallback<Announce>((text, urgency = 'polite') => {
    setSaid((before) => ({ ...before, [urgency]: text, turn: before.turn + 1 }));
  }, []);
  // The same text said twice is a change only if it differs.
  const mark = said.turn % 2 === 0 ? '' : '\u00A0';
  return (
    <AnnounceContext value={useMemo(() => announce, [announce])}>
      {children}
      <div className="vh" aria-live="polite">
        {said.polite && said.polite + mark}
      </div>
      <div className="vh" aria-live="assertive">
        {said.assertive && said.assertive + mark}
      </div>
    </AnnounceContext>
  );
}

export function useAnnounce(): Announce {
  return use(AnnounceContext);
}
