import { closeOutApi } from '@pos/contract/close-out/close-out';
import { useState } from 'react';
import { saveFile } from '#web/lib/api/api.ts';
import { failureText } from '#web/lib/api/failure.ts';
import { toast } from '#web/ui/messages/toast.tsx';
import { useWaitingPlace } from '#web/ui/layout/use-waiting-place.ts';

/** Downloads the statement for the school as a PDF; `busy` is the text of the button meanwhile. */
export function useStatement(fairId: string) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const waiting = useWaitingPlace('document', isBusy);
  const download = async (): Promise<void> => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      await saveFile(closeOutApi.statement, { params: { id: fairId } });
    } catch (error) {
      const { message } = failureText(error);
      setFailure(message);
      toast.bad({ title: 'The statement could not be created', detail: message });
    }
    setIsBusy(false);
  };
  return { busy: isBusy && (waiting ?? 'Preparing…'), failure, download };
}
