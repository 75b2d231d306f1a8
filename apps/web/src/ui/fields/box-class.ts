import * as styles from './box.module.css';

/** Class of the box around an input, red if there is an error. */
export function boxClass(
  error: string | boolean | undefined,
  ...more: (string | false | undefined)[]
): string {
  return [styles.box, error && styles.wrong, ...more].filter(Boolean).join(' ');
}
