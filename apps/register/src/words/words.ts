import { IntlMessageFormat } from 'intl-messageformat';
import { around } from './en/around.ts';
import { paying } from './en/paying.ts';
import { selling } from './en/selling.ts';
import { around as aroundEs } from './es/around.ts';
import { paying as payingEs } from './es/paying.ts';
import { selling as sellingEs } from './es/selling.ts';

const en = { ...selling, ...paying, ...around };
export type WordKey = keyof typeof en;

/** Words of each language by key, as ICU messages. */
export const WORDS = {
  en,
  es: { ...sellingEs, ...payingEs, ...aroundEs },
} satisfies Record<string, Record<WordKey, string>>;
export type Language = keyof typeof WORDS;

/** Returns a message in a language. */
export type Say = (key: WordKey, values?: Record<string, string | number>) => string;

/** Makes the words of a language. Messages are read when they are first used. */
export function wordsIn(language: Language): Say {
  const read = new Map<WordKey, IntlMessageFormat>();
  const locale = language === 'es' ? 'es-US' : 'en-US';
  return (key, values) => {
    const message = read.get(key) ?? new IntlMessageFormat(WORDS[language][key], locale);
    read.set(key, message);
    return String(message.format(values));
  };
}
