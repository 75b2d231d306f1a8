import { drawer } from './en/drawer.ts';
import { drawer as spanish } from './es/drawer.ts';
import { addWords } from './words.ts';

/** Adds the words of the drawer, which load with its screens. */
export function addDrawerWords(): void {
  addWords({ en: drawer, es: spanish });
}
