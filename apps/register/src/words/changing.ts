import { changing as en } from './en/changing.ts';
import { changing as es } from './es/changing.ts';
import { addWords } from './words.ts';

export function addChangingWords(): void {
  addWords({ en, es });
}
