import { helping } from './en/helping.ts';
import { helping as spanish } from './es/helping.ts';
import { addWords } from './words.ts';

/** Adds the words of help and hardware, which load with their screens. */
export function addHelpingWords(): void {
  addWords({ en: helping, es: spanish });
}
