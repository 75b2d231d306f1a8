import { IconFileTypePdf, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { openFile, saveFile } from '#web/lib/api/api.ts';
import { failureText } from '#web/lib/api/failure.ts';
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
