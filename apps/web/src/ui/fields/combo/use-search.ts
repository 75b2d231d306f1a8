import { use, useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { EndChoice } from '../../form/form-memory.ts';
import type { Choices, ComboOption } from '../../values/options.ts';
import { useTypedAnswer } from '../../hooks/use-typed-answer.ts';
import { FieldLabels } from '../field.tsx';

export const hasFocus = (box: RefObject<HTMLElement | null>): boolean =>
  box.current?.contains(document.activeElement) ?? false;

/** Leads back to the box, whose list says that nothing was found. */
export function showMiss(
  box: RefObject<HTMLElement | null>,
  setIsOpen: (isOpen: boolean) => void,
): void {
  box.current?.querySelector('input')?.focus();
  setIsOpen(true);
}

type InputKey = KeyboardEvent<HTMLInputElement> & { preventBaseUIHandler: () => void };

type Outcomes<Option> = {
  take: (option: Option) => void;
  /** Called if nothing was found; a save that waited for it may have been dropped. */
  miss: (isSaveDropped: boolean) => void;
};

/**
 * Options for the text in the box, and its keys. Enter always takes the first option for what is
 * typed: at once, or when its answer comes. Saving the form waits for it, and does nothing while
 * the box shows a text for which Enter found nothing.
 */
export function useSearch<Option extends ComboOption>(
  choices: Choices<Option>,
  { text, isOpen }: { text: string; isOpen: boolean },
  { take, miss }: Outcomes<Option>,
) {
  const [missed, setMissed] = useState<string>();
  const isMissed = missed === text;
  const { answer, earlier, failure, isEntered, enter, cancel } = useTypedAnswer(
    choices.options,
    text,
    {
      isWanted: isOpen,
      onEntered: (found) => {
        const [first] = found?.data ?? [];
        if (first) take(first);
        const isSaveDropped = endChoice.current?.(first !== undefined);
        if (first) return;
        setMissed(text);
        miss(isSaveDropped ?? false);
      },
    },
  );
  const { hold } = use(FieldLabels);
  const endChoice = useRef<EndChoice>(undefined);
  useEffect(() => {
    if (!isEntered && !isMissed) return undefined;
    const end = hold();
    endChoice.current = end;
    return () => void end(false);
  }, [isEntered, isMissed, hold]);
  const onKeyDown = (event: InputKey): void => {
    const { key, ctrlKey, metaKey, nativeEvent, currentTarget } = event;
    if (key === 'Escape') {
      cancel();
      // While the options are closed, the library would clear the whole value.
      if (!isOpen) event.preventBaseUIHandler();
    }
    if (key !== 'Enter' || ctrlKey || metaKey || nativeEvent.isComposing) return;
    const isHighlighted = answer && currentTarget.hasAttribute('aria-activedescendant');
    if (text.trim() === '' || isHighlighted) return;
    // Neither submits the form.
    event.preventDefault();
    event.preventBaseUIHandler();
    enter();
  };
  return {
    list: answer?.data ?? [],
    earlier: answer ? [] : (earlier?.data ?? []),
    isSearching: !answer && !failure,
    failure,
    isEntered,
    cancel,
    onKeyDown,
  };
}
