import { IconBarcode } from '@tabler/icons-react';
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import * as boxStyles from '../fields/box.module.css';
import * as styles from '../fields/fields.module.css';
import { isCharacter, takesText } from '#web/lib/input/typed-keys.ts';
import { isBehindDialog, LONGEST_GAP_MS } from './use-scanner.ts';
import { writeValue } from '../form/write-value.ts';

/**
 * Shortest burst (characters) in a number field that counts as a scan: nobody types that much in
 * one go.
 */
const SHORTEST_STRAY_CODE = 6;

type ScanInputProps = {
  /** Label of the code to scan: "Carton code", "ISBN or SKU". */
  label: string;
  placeholder?: string;
  hint?: ReactNode;
  /** Called with every code, trimmed and never blank, after the box was cleared. */
  onScan: (code: string) => void;
};

/**
 * Text box for a scanner or a person; Enter or Tab ends a code. If something else has the focus (a
 * button, the page), the first key of a code moves the focus here, so that a burst never presses a
 * button. A code scanned into another field (a number that was just corrected) is removed there and
 * still counts.
 */
export function ScanInput({ label, placeholder, hint, onScan }: ScanInputProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const scanned = useEffectEvent(onScan);
  useEffect(() => {
    // Not on touch screens, where focus would open the keyboard; a scanner's first key still moves
    // the focus here.
    if (matchMedia('(pointer: fine)').matches) input.current?.focus({ preventScroll: true });
    const strayCode = trackStrayCode();
    const hear = (event: globalThis.KeyboardEvent): void => {
      const box = input.current;
      const { target, key } = event;
      if (!box || target === box || isBehindDialog(box)) return;
      if (!takesText(target)) {
        // The browser writes the key to the element that has the focus by then.
        if (isCharacter(event) && key !== ' ') box.focus({ preventScroll: true });
        return;
      }
      if (!(target instanceof HTMLInputElement)) return;
      const stray = strayCode(event, target);
      if (!stray) return;
      event.preventDefault();
      event.stopPropagation();
      writeValue(target, stray.before);
      box.focus({ preventScroll: true });
      scanned(stray.code.trim());
    };
    document.addEventListener('keydown', hear, { capture: true });
    return () => document.removeEventListener('keydown', hear, { capture: true });
  }, []);
  const end = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Tab')) return;
    const code = event.currentTarget.value.trim();
    if (event.key === 'Tab' && (code === '' || event.shiftKey)) return;
    event.preventDefault();
    event.currentTarget.value = '';
    if (code !== '') onScan(code);
  };
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <span className={`${boxStyles.box} ${boxStyles.scan}`} data-part="scan-input">
        <IconBarcode size={20} stroke={1.75} aria-hidden />
        <input
          ref={input}
          id={id}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
          placeholder={placeholder}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onKeyDown={end}
        />
      </span>
      {hint && (
        <p className="caption" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** A code that a scanner is writing into another field, and the value of the field before it. */
type StrayCode = { field: HTMLInputElement; before: string; code: string; last: number };

/**
 * Returns a listener that collects the characters a scanner writes into another field. It
 * returns the code once Enter or Tab ends one of at least SHORTEST_STRAY_CODE characters.
 */
function trackStrayCode() {
  let stray: StrayCode | undefined;
  return (event: globalThis.KeyboardEvent, field: HTMLInputElement): StrayCode | undefined => {
    const { key, timeStamp } = event;
    const isSameBurst = stray?.field === field && timeStamp - stray.last <= LONGEST_GAP_MS;
    const current = isSameBurst ? stray : undefined;
    if (isCharacter(event))
      stray = {
        field,
        before: current?.before ?? field.value,
        code: (current?.code ?? '') + key,
        last: timeStamp,
      };
    else if (key !== 'Shift') stray = undefined;
    const isEnd = key === 'Enter' || key === 'Tab';
    return isEnd && current && current.code.length >= SHORTEST_STRAY_CODE ? current : undefined;
  };
}
