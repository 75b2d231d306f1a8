import { useState } from 'react';
import { KEY_RANK, useKeys } from './keys.ts';
import { typeText } from './keypad.tsx';

type FoundList<Item> = {
  found: readonly Item[];
  text: string;
  onType: (text: string) => void;
  onTake: (item: Item) => void;
  onClose: () => void;
};

/**
 * Keys of a list that is searched as it is typed: letters go into the text, arrows choose, Enter takes
 * the chosen one. Each new text chooses the first.
 */
export function useFound<Item>({ found, text, onType, onTake, onClose }: FoundList<Item>) {
  const [at, setAt] = useState(0);
  const chosen = found[Math.min(at, found.length - 1)];
  const type = (next: string) => {
    onType(next);
    setAt(0);
  };
  useKeys((key) => {
    if (key === 'Escape') onClose();
    else if (key === 'Enter' && chosen) onTake(chosen);
    else if (key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1));
    else if (key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else if (key === 'Backspace' || key.length === 1) type(typeText(text, key));
    else return false;
    return true;
  }, KEY_RANK.part);
  return { chosen, type };
}
