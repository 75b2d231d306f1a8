import { useEffect, useState } from 'react';
import { authClient } from './refresh.ts';

let asked: Promise<boolean> | undefined;

/** Asks once per page load; needs no sign-in. */
function readSendsMail(): Promise<boolean> {
  asked ??= authClient.mailDelivery().then(({ data }) => data.sendsMail);
  return asked;
}

/**
 * True if this server sends mail; undefined until known. Without a mail server no page says that a
 * message is on its way.
 */
export function useSendsMail(): boolean | undefined {
  const [sendsMail, setSendsMail] = useState<boolean>();
  useEffect(() => {
    let isGone = false;
    readSendsMail().then(
      (known) => !isGone && setSendsMail(known),
      () => {
        // Failed: the next page asks again.
        asked = undefined;
      },
    );
    return () => {
      isGone = true;
    };
  }, []);
  return sendsMail;
}
