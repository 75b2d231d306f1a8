import { returning as en } from './en/returning.ts';
import { returning as es } from './es/returning.ts';
import { addWords } from './words.ts';

export function addReturningWords(): void {
  addWords({ en, es });
}
