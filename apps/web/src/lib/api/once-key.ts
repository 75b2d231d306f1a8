import { useRef } from 'react';

/**
 * Returns the Idempotency-Key of a call that must not happen twice: the same for the same body, so
 * that a retry after a broken connection finds the result of the first attempt.
 */
export function useOnceKey(): (body: unknown) => string {
  const last = useRef({ body: '', key: '' });
  return (body) => {
    const text = JSON.stringify(body);
    // Not randomUUID, which browsers offer only on https and localhost.
    if (text !== last.current.body || !last.current.key) {
      last.current = {
        body: text,
        key: Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
          byte.toString(16).padStart(2, '0'),
        ).join(''),
      };
    }
    return last.current.key;
  };
}
