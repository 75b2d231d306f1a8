import { returning } from './en/returning.ts';
import { returning as spanish } from './es/returning.ts';
import { addWords } from './words.ts';

/** Adds the words of returns, which load with their screens. */
export function addReturningWords(): void {
  addWords({ en: returning, es: spanish });
}
