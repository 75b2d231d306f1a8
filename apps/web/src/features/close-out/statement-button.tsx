import { closeOutApi } from '@pos/contract/close-out';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { saveFile } from '#web/lib/api.ts';
import { failureText } from '#web/lib/failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useWaitingPlace } from '#web/ui/use-waiting-place.ts';

/** Downloads the statement for the school as a PDF. */
export function StatementButton({
  fairId,
  isProvisional = false,
  size = 'sm',
}: {
  fairId: string;
  isProvisional?: boolean;
  size?: 'sm' | 'md';
}) {
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
  return (
    <>
      <Button
        size={size}
        busy={isBusy && (waiting ?? 'Preparing…')}
        onClick={() => void download()}
      >
        <IconFileText size={16} aria-hidden />{' '}
        {isProvisional ? 'Provisional statement' : 'Statement'}
      </Button>
      {failure && <Notice kind="bad">{failure}</Notice>}
    </>
  );
}
