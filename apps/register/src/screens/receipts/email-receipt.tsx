import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useDeviceSettings } from '#register/app/device-settings.ts';
import { useTill } from '#register/app/till-context.ts';
import type { SaleRecord } from '#register/till/till.ts';
import { Button, TextField } from '#register/ui/controls.tsx';
import { KEY_RANK, useKeys } from '#register/ui/keys.ts';
import { useSay } from '#register/words/say.tsx';

/** Sends the receipt by email. The address stays on the screen, and nowhere else. */
export function EmailReceipt({ sale: { order } }: { sale: SaleRecord }) {
  const say = useSay();
  const till = useTill();
  const { language } = useDeviceSettings();
  const [email, setEmail] = useState('');
  const [said, setSaid] = useState<{ isSent: boolean; text: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const isReady = /^\S+@\S+\.\S+$/.test(email.trim()) && !busy;
  const send = async () => {
    if (!isReady) return;
    setBusy(true);
    const { clientOrderId } = order;
    const result = await till.emailReceipt({ clientOrderId, email: email.trim(), language });
    setBusy(false);
    if (!result.ok) return setSaid({ isSent: false, text: say(`mail_${result.reason}`) });
    setSaid({ isSent: true, text: say('receiptSent', { email: email.trim() }) });
    setEmail('');
  };
  useKeys((key) => {
    if (key !== 'Enter') return false;
    void send();
    return true;
  }, KEY_RANK.part);
  return (
    <section className="card mail-receipt">
      <h2>{say('emailTitle')}</h2>
      <p className="t2">{say('emailText')}</p>
      <TextField
        label={say('emailAddress')}
        ref={field}
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={254}
        value={email}
        onText={setEmail}
      />
      <Button className="b pri main block" disabled={!isReady} onClick={() => void send()}>
        {say('sendReceipt')}
      </Button>
      <p role="status" className={said?.isSent === true ? 'mail-sent' : 't2'}>
        {said?.isSent === true && <IconCircleCheck className="ic" />}
        {said?.text}
      </p>
    </section>
  );
}
