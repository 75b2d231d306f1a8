import { ApiError } from '@pos/contract/client';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { failureText } from '../api/failure.ts';

/**
 * Shows the API's refusal where the person can act on it: a field error on its field if the form
 * has it, everything else on the whole form (`errors.root`). Returns the name of the first field
 * that got an error.
 */
export function showRefusal<Values extends FieldValues, Context, Sent>(
  form: UseFormReturn<Values, Context, Sent>,
  error: unknown,
  fields: ReadonlySet<string>,
): string | undefined {
  const errors = error instanceof ApiError ? Object.entries(error.refusal.errors ?? {}) : [];
  const elsewhere: string[] = [];
  let first: string | undefined;
  for (const [name, message] of errors) {
    if (fields.has(name)) {
      form.setError(name as Path<Values>, { type: 'server', message });
      first ??= name;
    } else {
      elsewhere.push(message);
    }
  }
  if (errors.length === 0) elsewhere.push(failureText(error).message);
  if (elsewhere.length > 0) form.setError('root', { type: 'server', message: elsewhere.join(' ') });
  return first;
}
