import { jobsApi } from '@pos/contract/staff/jobs';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { saveFile } from '#web/lib/api/api.ts';
import { failureText } from '#web/lib/api/failure.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';

/**
 * Downloads the rejected rows as a workbook with an Error column, ready to be corrected and
 * uploaded again.
 */
export function RejectedRows({ jobId }: { jobId: string | undefined }) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  if (!jobId) return null;
  const download = async (): Promise<void> => {
    setIsBusy(true);
    setError(undefined);
    await saveFile(jobsApi.file, { params: { id: jobId } }).catch(setError);
    setIsBusy(false);
  };
  return (
    <>
      <Button busy={isBusy && 'Downloading…'} onClick={() => void download()}>
        <IconDownload size={16} stroke={1.75} aria-hidden /> Download rejected rows
      </Button>
      {error !== undefined && <Notice kind="bad">{failureText(error).message}</Notice>}
    </>
  );
}
