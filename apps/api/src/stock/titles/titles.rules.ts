import type { FieldErrors } from '@pos/contract/errors';
import {
  almostIsbnMessage,
  TITLE_SOURCE_FIELDS,
  type Title,
  type TitleChanges,
} from '@pos/contract/stock/titles';

/** Fields with a code on the label, which find the title. */
export const CODE_FIELDS = ['sku', 'isbn13', 'upc'] as const;
export type CodeField = (typeof CODE_FIELDS)[number];

/**
 * Returns the changed fields that the form may not change, with the reason: those that the source
 * system owns, the SKU of a title that fairs or orders have, which registers know, and a SKU that is
 * almost an ISBN.
 */
export function lockedFields(before: Title, changes: Omit<TitleChanges, 'version'>): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of before.sourceFields) {
    const given = changes[field];
    if (given !== undefined && given !== before[field])
      errors[field] =
        `${TITLE_SOURCE_FIELDS[field]} comes from the source system. Change it there.`;
  }
  const { sku = before.sku } = changes;
  const almost = sku === before.sku ? undefined : almostIsbnMessage(sku);
  if (almost) errors['sku'] ??= almost;
  if (sku !== before.sku && before.skuIsFixed)
    errors['sku'] ??= 'The SKU is fixed: fairs or orders have this title, and registers know it.';
  return errors;
}

/**
 * Returns the codes that another title must not have. A code in two fields of one title is checked
 * on the first.
 */
export function codesToCheck(
  codes: Partial<Record<CodeField, string | null | undefined>>,
): Partial<Record<CodeField, string>> {
  const checked: Partial<Record<CodeField, string>> = {};
  for (const field of ['isbn13', 'upc', 'sku'] as const) {
    const code = codes[field];
    if (code && !Object.values(checked).includes(code)) checked[field] = code;
  }
  return checked;
}

/** Says on each field which title has its code. */
export function takenCodes(
  owners: readonly { field: CodeField; title: string; sku: string }[],
): FieldErrors {
  return Object.fromEntries(
    owners.map(({ field, title, sku }) => [
      field,
      `"${title}" (${sku}) already has this ${TITLE_SOURCE_FIELDS[field]}.`,
    ]),
  );
}
