import { ERASED_STUDENT } from '@pos/contract/students/students';
import type { NameFinder } from '#api/staff/activity/name-finder.rules.ts';

const [ERASED_FIRST, ERASED_LAST] = ERASED_STUDENT.split(' ');

/** Returns the JSON with names replaced; the same text if it has none. */
export function replaceInJson(text: string, finder: NameFinder): string {
  if (finder.find(text).length === 0 && !namesInJson(text, finder)) return text;
  return JSON.stringify(replaced(JSON.parse(text), finder));
}

function replaced(value: unknown, finder: NameFinder): unknown {
  if (typeof value === 'string') return finder.replace(value, ERASED_STUDENT);
  if (Array.isArray(value)) return value.map((one) => replaced(one, finder));
  if (!isRecord(value)) return value;
  const others = Object.fromEntries(
    Object.entries(value).map(([key, of]) => [key, replaced(of, finder)]),
  );
  return isNamed(value, finder)
    ? {
        ...others,
        firstName: ERASED_FIRST,
        lastName: ERASED_LAST,
        ...('teacher' in value && { teacher: ERASED_STUDENT }),
        ...('factsFamilyId' in value && { factsFamilyId: null }),
      }
    : others;
}

/** True if a JSON text has a record whose first and last name are one of the names. */
export function namesInJson(text: string, finder: NameFinder): boolean {
  if (!text.includes('"lastName"')) return false;
  try {
    return namesIn(JSON.parse(text), finder);
  } catch {
    // A text that is no JSON was searched as a text.
    return false;
  }
}

function namesIn(value: unknown, finder: NameFinder): boolean {
  if (Array.isArray(value)) return value.some((one) => namesIn(one, finder));
  return (
    isRecord(value) &&
    (isNamed(value, finder) || Object.values(value).some((one) => namesIn(one, finder)))
  );
}

function isNamed({ firstName, lastName }: Record<string, unknown>, finder: NameFinder): boolean {
  return (
    typeof firstName === 'string' &&
    typeof lastName === 'string' &&
    finder.find(`${firstName} ${lastName}`).length > 0
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
