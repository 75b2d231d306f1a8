import { z } from 'zod';
import { formatCount } from './values/counts.ts';

/**
 * Default messages for schemas without their own, so that no message of the schema library reaches
 * a caller. Importing this module sets them for the whole process.
 */

const TYPES: Record<string, string> = {
  string: 'Enter text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  boolean: 'Choose yes or no: true or false.',
  array: 'Send a list.',
  object: 'Send an object with named fields.',
  record: 'Send an object with named fields.',
  null: 'Send null here.',
};
const FORMATS: Record<string, string> = {
  uuid: 'This is not a valid ID.',
  email: 'Invalid email address',
  url: 'Enter an address that starts with https://.',
  date: 'Enter a date as MM/DD/YYYY.',
  datetime: 'Enter a moment as ISO 8601 in UTC.',
};
/** Maximum number of choices listed in a message. */
const MAX_LISTED = 15;
const REQUIRED = 'This field is required.';

type Issue = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0];

function sentenceFor(issue: Issue): string {
  const isMissing = issue.input === undefined || issue.input === null;
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue, isMissing);
    case 'invalid_value':
      return isMissing ? REQUIRED : choose(issue.values);
    case 'too_small':
      return issue.origin === 'string' && Number(issue.minimum) === 1
        ? REQUIRED
        : bound(issue.origin, 'least', issue.minimum);
    case 'too_big':
      return bound(issue.origin, 'most', issue.maximum);
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'This is not in the expected format.';
    case 'not_multiple_of':
      return `Enter a multiple of ${issue.divisor}.`;
    case 'unrecognized_keys':
      return 'Unknown field.';
    case 'invalid_key':
      return 'Unknown name.';
    default:
      return isMissing ? REQUIRED : 'This is not a valid value.';
  }
}

function wrongType(issue: Extract<Issue, { code: 'invalid_type' }>, isMissing: boolean): string {
  if (issue.expected === 'object' && issue.path?.length === 0) return 'Send a JSON object.';
  return isMissing ? REQUIRED : (TYPES[issue.expected] ?? 'This is not a valid value.');
}

function choose(values: readonly unknown[]): string {
  if (values.length > MAX_LISTED) return 'Unknown choice.';
  return values.length === 1
    ? `This must be ${String(values[0])}.`
    : `Choose one of ${values.join(', ')}.`;
}

function bound(origin: string, side: 'least' | 'most', limit: number | bigint): string {
  const number = formatCount(limit);
  if (origin === 'string') return `Use at ${side} ${number} characters.`;
  if (origin === 'array' || origin === 'set') return `Send at ${side} ${number} entries.`;
  return `Enter at ${side} ${number}.`;
}

z.config({ customError: sentenceFor });
