import { createContext, use, useMemo, type ReactNode } from 'react';
import { wordsIn, type Language, type Say } from './words.ts';

const SayContext = createContext<Say>(wordsIn('en'));

/** Gives the words of one language to the screens below. */
export function Speaks({ language, children }: { language: Language; children: ReactNode }) {
  const say = useMemo(() => wordsIn(language), [language]);
  return <SayContext value={say}>{children}</SayContext>;
}

export function useSay(): Say {
  return use(SayContext);
}
