import type { TypedKey } from './typed-ahead.ts';

type TypedText = {
  text: string;
  /** Enter was pressed after the text. */
  isEntered: boolean;
  /** Escape was pressed last. */
  isCancelled: boolean;
};

/** Returns the text that keys write into a blank field. */
export function typedText(keys: readonly TypedKey[]): TypedText {
  let text = '';
  let isEntered = false;
  for (const { key, isPasted } of keys) {
    if (key === 'Enter') isEntered = true;
    else if (key === 'Backspace') text = text.slice(0, -1);
    else if (isPasted || key.length === 1) text += key;
    else continue;
    if (key !== 'Enter') isEntered = false;
  }
  return { text, isEntered, isCancelled: keys.at(-1)?.key === 'Escape' };
}
