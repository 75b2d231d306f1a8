import { useState } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { knowsPasskeys } from './passkeys.ts';

type PasskeyButtonProps = { label: string; isPrimary?: boolean; run: () => Promise<void> };

/** Button that lets the browser ask for a passkey; nothing where it knows none. */
export function PasskeyButton({ label, isPrimary = false, run }: PasskeyButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  if (!knowsPasskeys()) return null;
  const start = async (): Promise<void> => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      await run();
    } catch (error) {
      setFailure(
        error instanceof DOMException
          ? 'The browser used no passkey. Try again, or use a code.'
          : failureText(error).message,
      );
    }
    setIsBusy(false);
  };
  return (
    <>
      {failure !== undefined && <Notice kind="bad">{failure}</Notice>}
      <Button
        {...(isPrimary && { variant: 'primary' })}
        block
        busy={isBusy && 'Waiting for the passkey…'}
        onClick={() => void start()}
      >
        {label}
      </Button>
    </>
  );
}
