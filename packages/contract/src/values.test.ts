import { expect, it } from 'vitest';
import { z } from 'zod';
import { text, whenObject } from './values.ts';

const Pair = z
  .strictObject({
    name: text(2, 5, 'Use 2 to 5 characters.', 'Enter a name.'),
    other: z.string().optional(),
  })
  .refine(({ other }) => Boolean(other), {
    path: ['other'],
    message: 'Enter the other.',
    when: whenObject,
  });
const getMessages = (name?: string) =>
  Pair.safeParse({ name }).error?.issues.map(({ message }) => message);

it('a text that is empty, short or long has one message, beside a rule over several fields', () => {
  expect(getMessages(' ')).toEqual(['Enter a name.', 'Enter the other.']);
  expect(getMessages()).toEqual(['Enter a name.', 'Enter the other.']);
  expect(getMessages('a')).toEqual(['Use 2 to 5 characters.', 'Enter the other.']);
  expect(getMessages('abcdef')).toEqual(['Use at most 5 characters.', 'Enter the other.']);
});
