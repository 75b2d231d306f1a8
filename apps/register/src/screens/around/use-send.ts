import { useState } from 'react';
import { useTill } from '#register/app/till-context.ts';
import { useNavigation } from '#register/app/view.ts';
import type { SalesFile } from '#register/till/till.ts';
import { useSay } from '#register/words/say.tsx';

/** Sends what waits on a person's wish, and says why it could not be sent. */
export function useSend(): { send: () => Promise<void>; busy: boolean } {
  const say = useSay();
  const till = useTill();
  const { warn } = useNavigation();
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    const result = await till.sendNow();
    setBusy(false);
    if (!result.ok) warn(say(`send_${result.reason}`));
  };
  return { send, busy };
}

/** Offers a file of sales for saving. */
export function saveFile({ name, text }: SalesFile): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
