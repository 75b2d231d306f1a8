import { useRef } from 'react';
import { newId } from '../input/new-id.ts';

/**
 * Returns the Idempotency-Key of a call that must not happen twice: the same for the same body, so
 * that a retry after a broken connection finds the result of the first attempt.
 */
export function useOnceKey(): (body: unknown) => string {
  const last = useRef({ body: '', key: '' });
  return (body) => {
    const text = JSON.stringify(body);
    if (text !== last.current.body || !last.current.key)
      last.current = { body: text, key: newId() };
    return last.current.key;
  };
}
