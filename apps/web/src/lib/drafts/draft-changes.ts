/** Form values by field name. */
export type FieldTexts = Readonly<Record<string, unknown>>;

/** True for fields that never leave the page: passwords, secret codes, codes and tokens. */
export function isSecretField(name: string): boolean {
  return /password|secret|token/i.test(name) || name === 'code';
}

/** Compares values; blank text, null and undefined are equal. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? '') === JSON.stringify(other ?? '');
}

/**
 * Names of fields that differ from the initial values and may be kept in a draft. The version is
 * not a field.
 */
export function changedFields(begun: FieldTexts, now: FieldTexts): string[] {
  return Object.keys(now).filter(
    (name) => name !== 'version' && !isSecretField(name) && !isSameValue(now[name], begun[name]),
  );
}
