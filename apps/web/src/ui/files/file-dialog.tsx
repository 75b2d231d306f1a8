import { useState } from 'react';
import { fileProblem, type FileProblem } from '#web/lib/api/failure.ts';
import { Button } from '../buttons/button.tsx';
import { Dialog } from '../overlays/dialog.tsx';
import { FileDrop } from './file-drop.tsx';
import type { FileKind } from './file-kinds.ts';
import { Notice } from '../messages/notice.tsx';
import { toast } from '../messages/toast.tsx';

type FileDialogProps = {
  title: string;
  /** Name of the file's field: "Certificate". */
  label: string;
  kind: FileKind;
  upload: (file: File) => Promise<unknown>;
  /** Record that the toast names. */
  detail: string;
  onClose: () => void;
};

/** Uploads one file of a record. A refused file stays chosen, with the reason beside it. */
export function FileDialog({ title, label, kind, upload, detail, onClose }: FileDialogProps) {
  const [file, setFile] = useState<File>();
  const [isBusy, setIsBusy] = useState(false);
  const [wrong, setWrong] = useState<FileProblem>({});
  const send = async (): Promise<void> => {
    if (!file) return setWrong({ file: `Choose the ${label.toLowerCase()}.` });
    setWrong({});
    setIsBusy(true);
    try {
      await upload(file);
      toast.ok({ title: `${label} uploaded`, detail });
      onClose();
    } catch (error) {
      setWrong(fileProblem(error));
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isBusy && 'Uploading…'} onClick={() => void send()}>
            Upload
          </Button>
        </>
      }
    >
      <div className="stack gap-20">
        {wrong.other && <Notice kind="bad">{wrong.other}</Notice>}
        <FileDrop
          label={label}
          kind={kind}
          file={file}
          error={wrong.file}
          onFile={(next) => {
            setWrong({});
            setFile(next);
          }}
        />
      </div>
    </Dialog>
  );
}
