import { NAMED_KEY } from './typed-ahead.ts';

type TypedText = {
  text: string;
  /** Enter was pressed after the text. */
  isEntered: boolean;
  /** Escape was pressed last. */
  isCancelled: boolean;
};

/** Returns the text that keys write into a blank field. */
export function typedText(keys: readonly string[]): TypedText {
  let text = '';
  let isEntered = false;
  for (const key of keys) {
    if (key === 'Enter') isEntered = true;
    else if (key === 'Backspace') text = text.slice(0, -1);
    else if (!NAMED_KEY.test(key)) text += key;
    else continue;
    if (key !== 'Enter') isEntered = false;
  }
  return { text, isEntered, isCancelled: keys.at(-1) === 'Escape' };
}
