import { importsApi } from '@pos/contract/imports';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { saveFile } from '#web/lib/api.ts';
import { failureText } from '#web/lib/failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { Upload } from './use-upload.ts';
import { UploadProgress } from './upload-progress.tsx';

/** Takes the file; it is checked at once, and nothing is written by that. */
export function ChooseStep({ upload }: { upload: Upload }) {
  return (
    <div className="upload-narrow stack">
      <Card title="Packing list" intro="The titles that are sent to this fair, with price, quantity and carton. Lines above the header and a Total row at the end do no harm.">
        <div className="form">
          {upload.busy ? <UploadProgress upload={upload} /> : <FileDrop label="Choose the packing list" file={upload.file} onFile={(file) => void upload.choose(file)} error={upload.error} />}
          <Template />
        </div>
      </Card>
    </div>
  );
}

function Template() {
  const [error, setError] = useState<unknown>();
  const download = async (): Promise<void> => {
    setError(undefined);
    await saveFile(importsApi.template, { query: { kind: 'inventory' } }).catch(setError);
  };
  return (
    <div className="stack">
      <span>
        <Button variant="tertiary" size="sm" onClick={() => void download()}>
          <IconDownload size={16} stroke={1.75} aria-hidden /> Download the template
        </Button>
      </span>
      {error !== undefined && <Notice kind="bad">{failureText(error).message}</Notice>}
    </div>
  );
}
