import { LoginForm } from '@pos/contract/staff/sign-in';
import { NewDevice } from '@pos/contract/fairs/devices';
import { NewFair } from '@pos/contract/fairs/fair-changes';
import { expect, it } from 'vitest';
import { withoutBlanks } from './form-values.ts';

const sentences = (
  schema: typeof NewFair | typeof NewDevice | typeof LoginForm,
  values: Record<string, unknown>,
): string[] =>
  (schema.safeParse(withoutBlanks(schema, values)).error?.issues ?? []).map(
    ({ message }) => message,
  );

it('makes a blank identifier null, so that the server generates one', () => {
  expect(withoutBlanks(NewFair, { identifier: '', name: '' })).toEqual({
    identifier: null,
    name: '',
  });
});

it('makes an empty choice null if the field may be empty', () => {
  expect(withoutBlanks(NewDevice, { adminId: '' })).toEqual({ adminId: null });
});

it('keeps blanks that the schema accepts or has a message for', () => {
  expect(withoutBlanks(NewFair, { hours: '' })).toEqual({ hours: '' });
  expect(sentences(LoginForm, { email: '', password: '' })).toEqual([
    'Email address is required.',
    'Password is required',
  ]);
});
