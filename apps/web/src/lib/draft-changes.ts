/** The values of a form by field. */
export type FieldTexts = Readonly<Record<string, unknown>>;

/** True for what never leaves the page: passwords, secret codes, codes and tokens. */
export function isSecretField(name: string): boolean {
  return /password|secret|token/i.test(name) || name === 'code';
}

/** Equal values; a blank text, nothing and no choice are the same. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? '') === JSON.stringify(other ?? '');
}

/** The fields of a form that differ from what it began with and that a draft may hold. The version is no field. */
export function changedFields(begun: FieldTexts, now: FieldTexts): string[] {
  return Object.keys(now).filter(
    (name) => name !== 'version' && !isSecretField(name) && !isSameValue(now[name], begun[name]),
  );
}
