import { ONLY_ARTWORK } from '@pos/contract/templates/templates';
import { FileDialog } from '#web/ui/files/file-dialog.tsx';
import { filesNamed, type FileKind } from '#web/ui/files/file-kinds.ts';
import { useUploadCertificate } from './school-page.data.ts';

const SCAN: FileKind = {
  accept: '.pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg',
  hint: 'Drop a PDF, PNG or JPEG here or choose one, at most 5 MB and 4 pages',
  refuse: filesNamed(/\.(pdf|png|jpe?g)$/i, ONLY_ARTWORK),
};

type CertificateDialogProps = { schoolId: string; schoolName: string; onClose: () => void };

/** Uploads the scanned certificate of a school. */
export function CertificateDialog({ schoolId, schoolName, onClose }: CertificateDialogProps) {
  const upload = useUploadCertificate(schoolId);
  return (
    <FileDialog
      title={`Exemption certificate of ${schoolName}`}
      label="Certificate"
      kind={SCAN}
      upload={upload.mutateAsync}
      detail={schoolName}
      onClose={onClose}
    />
  );
}
