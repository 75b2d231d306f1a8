import { useState } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';

type ProofButtonProps = {
  label: string;
  busyLabel: string;
  isPrimary?: boolean;
  /** Says why `run` failed, if not with the words of the API. */
  explain?: (error: unknown) => string | undefined;
  run: () => Promise<void>;
};

/** Button that proves who a person is in a window of the browser or of the company's provider. */
export function ProofButton({
  label,
  busyLabel,
  isPrimary = false,
  explain,
  run,
}: ProofButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const start = async (): Promise<void> => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      await run();
    } catch (error) {
      setFailure(explain?.(error) ?? failureText(error).message);
    }
    setIsBusy(false);
  };
  return (
    <>
      {failure !== undefined && <Notice kind="bad">{failure}</Notice>}
      <Button
        {...(isPrimary && { variant: 'primary' })}
        block
        busy={isBusy && busyLabel}
        onClick={() => void start()}
      >
        {label}
      </Button>
    </>
  );
}
