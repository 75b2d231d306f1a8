/** Class of the box around an input, red if there is an error. */
export function boxClass(
  error: string | undefined,
  ...more: (string | false | undefined)[]
): string {
  return ['in', error && 'err', ...more].filter(Boolean).join(' ');
}
