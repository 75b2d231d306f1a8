import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import { isLoaded, loadWords, wordsIn, type Language, type Say } from './words.ts';

const SayContext = createContext<Say>(wordsIn('en'));

/**
 * Gives the words of one language to the screens below. Until they are loaded, which the device does
 * from its own files, the words before stay.
 */
export function Speaks({ language, children }: { language: Language; children: ReactNode }) {
  const [spoken, setSpoken] = useState<Language>(isLoaded(language) ? language : 'en');
  useEffect(() => {
    let isCurrent = true;
    const speak = () => isCurrent && setSpoken(language);
    void loadWords(language).then(speak, () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [language]);
  const say = useMemo(() => wordsIn(spoken), [spoken]);
  return <SayContext value={say}>{children}</SayContext>;
}

export function useSay(): Say {
  return use(SayContext);
}
