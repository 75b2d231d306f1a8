import { IntlMessageFormat } from 'intl-messageformat';
import type { changing } from './en/changing.ts';
import type { drawer } from './en/drawer.ts';
import type { receipts } from './en/receipts.ts';
import type { helping } from './en/helping.ts';
import type { returning } from './en/returning.ts';
import { around } from './en/around.ts';
import { paying } from './en/paying.ts';
import { selling } from './en/selling.ts';
import { around as aroundEs } from './es/around.ts';
import { paying as payingEs } from './es/paying.ts';
import { selling as sellingEs } from './es/selling.ts';

const en = { ...selling, ...paying, ...around };
type FirstKey = keyof typeof en;
/** Words that come with the screens that say them, after the first load. */
type LaterKey =
  | keyof typeof changing
  | keyof typeof helping
  | keyof typeof drawer
  | keyof typeof returning
  | keyof typeof receipts;
export type WordKey = FirstKey | LaterKey;

const FIRST = {
  en,
  es: { ...sellingEs, ...payingEs, ...aroundEs },
} satisfies Record<string, Record<FirstKey, string>>;
export type Language = keyof typeof FIRST;

/** Words of each language by key, as ICU messages. */
export const WORDS: Record<Language, Partial<Record<WordKey, string>>> = {
  en: { ...FIRST.en },
  es: { ...FIRST.es },
};

/** Adds the words of screens that are loaded when they are first opened. */
export function addWords<Key extends LaterKey>(words: Record<Language, Record<Key, string>>): void {
  Object.assign(WORDS.en, words.en);
  Object.assign(WORDS.es, words.es);
}

/** Returns a message in a language. */
export type Say = (key: WordKey, values?: Record<string, string | number>) => string;

/** Makes the words of a language. Messages are read when they are first used. */
export function wordsIn(language: Language): Say {
  const read = new Map<WordKey, IntlMessageFormat>();
  const locale = language === 'es' ? 'es-US' : 'en-US';
  return (key, values) => {
    const message = read.get(key) ?? new IntlMessageFormat(WORDS[language][key] ?? key, locale);
    read.set(key, message);
    return String(message.format(values));
  };
}
