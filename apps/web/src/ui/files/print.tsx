import { IconFileTypePdf, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { openFile, saveFile } from '#web/lib/api/api.ts';
import { failureText } from '#web/lib/api/failure.ts';
import { Button } from '../buttons/button.tsx';
import { toast } from '../messages/toast.tsx';
import { useIsPhone } from '../hooks/use-is-phone.ts';

/**
 * Downloads a PDF or, on a phone, opens it. `run` gets the function that fetches the file; a failure
 * becomes a toast about `what`.
 */
export function usePdf(what: string) {
  const [isBusy, setIsBusy] = useState(false);
  const isPhone = useIsPhone();
  return {
    isBusy,
    run: async (fetch: (give: typeof saveFile) => Promise<void>): Promise<void> => {
      setIsBusy(true);
      try {
        await fetch(isPhone ? openFile : saveFile);
      } catch (error) {
        toast.bad({ title: `${what} could not be created`, detail: failureText(error).message });
      }
      setIsBusy(false);
    },
  };
}

type PrintButtonProps = {
  /** Document, at the start of a sentence: "The receipt". */
  what: string;
  label: string;
  fetch: (give: typeof saveFile) => Promise<void>;
  size?: 'sm';
  variant?: 'primary';
  disabled?: boolean;
};

/** Button that prints a PDF or, on a phone, opens it. */
export function PrintButton({ what, label, fetch, ...button }: PrintButtonProps) {
  const { isBusy, run } = usePdf(what);
  return (
    <Button {...button} busy={isBusy && 'Preparing…'} onClick={() => void run(fetch)}>
      <PrintLabel label={label} />
    </Button>
  );
}

/** Icon and label of a button with a PDF, which a phone opens and does not print. */
export function PrintLabel({ label }: { label: string }) {
  return useIsPhone() ? (
    <>
      <IconFileTypePdf size={16} aria-hidden /> Open PDF
    </>
  ) : (
    <>
      <IconPrinter size={16} aria-hidden /> {label}
    </>
  );
}
