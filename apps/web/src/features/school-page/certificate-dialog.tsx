import { ONLY_ARTWORK } from '@pos/contract/templates';
import { useState } from 'react';
import { fileProblem, type FileProblem } from '#web/lib/failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { filesNamed, type FileKind } from '#web/ui/file-kinds.ts';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useUploadCertificate } from './school-page.data.ts';

const SCAN: FileKind = {
  accept: '.pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg',
  hint: 'Drop a PDF, PNG or JPEG here or choose one, at most 5 MB and 4 pages',
  refuse: filesNamed(/\.(pdf|png|jpe?g)$/i, ONLY_ARTWORK),
};

type CertificateDialogProps = { schoolId: string; schoolName: string; onClose: () => void };

/** Uploads the scanned certificate of a school. */
export function CertificateDialog({ schoolId, schoolName, onClose }: CertificateDialogProps) {
  const [file, setFile] = useState<File>();
  const [wrong, setWrong] = useState<FileProblem>({});
  const upload = useUploadCertificate(schoolId);
  const send = async (): Promise<void> => {
    if (!file) return setWrong({ file: 'Choose the certificate.' });
    setWrong({});
    try {
      await upload.mutateAsync(file);
      toast.ok({ title: 'Certificate uploaded', detail: schoolName });
      onClose();
    } catch (error) {
      setWrong(fileProblem(error));
    }
  };
  return (
    <Dialog
      title={`Exemption certificate of ${schoolName}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={upload.isPending && 'Uploading…'}
            onClick={() => void send()}
          >
            Upload
          </Button>
        </>
      }
    >
      <div className="form-stack">
        {wrong.other && <Notice kind="bad">{wrong.other}</Notice>}
        <FileDrop
          label="Certificate"
          kind={SCAN}
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
