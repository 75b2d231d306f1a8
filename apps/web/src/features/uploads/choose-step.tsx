import { uploadsApi, type UploadKind } from '@pos/contract/uploads';
import { IconDownload } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { saveFile } from '#web/lib/api.ts';
import { failureText } from '#web/lib/failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { KIND_WORDS } from './upload-words.ts';
import type { Upload } from './use-upload.ts';
import * as styles from './uploads.module.css';

/** File picker; checks the file at once, which writes nothing. `children` follow below. */
export function ChooseStep({ upload, children }: { upload: Upload; children: ReactNode }) {
  const words = KIND_WORDS[upload.kind];
  return (
    <div className={`${styles.uploadNarrow} stack`}>
      <Card title={words.file} intro={words.intro}>
        <div className="form-stack">
          {upload.busy ? (
            <UploadProgress upload={upload} />
          ) : (
            <FileDrop
              label={words.choose}
              file={upload.file}
              onFile={(file) => void upload.choose(file)}
              error={upload.error}
            />
          )}
          <Template kind={upload.kind} />
        </div>
      </Card>
      {children}
    </div>
  );
}

function Template({ kind }: { kind: UploadKind }) {
  const [error, setError] = useState<unknown>();
  const download = async (): Promise<void> => {
    setError(undefined);
    await saveFile(uploadsApi.template, { query: { kind } }).catch(setError);
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
