/** The class of the box around an input, red while something is wrong with it. */
export function boxClass(
  error: string | undefined,
  ...more: (string | false | undefined)[]
): string {
  return ['in', error && 'err', ...more].filter(Boolean).join(' ');
}
