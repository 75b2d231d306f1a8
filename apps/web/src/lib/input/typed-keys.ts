/** True for a key that writes a character, without Ctrl, Alt or ⌘. */
export function isCharacter({
  key,
  ctrlKey,
  metaKey,
  altKey,
  isComposing,
}: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey && !isComposing;
}

/** True for elements that take text: there a scanner types into the field like anybody else. */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return !['button', 'checkbox', 'radio', 'submit', 'reset', 'range', 'file'].includes(
      target.type,
    );
  return (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}
