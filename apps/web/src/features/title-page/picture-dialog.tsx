import { ONLY_PICTURES, type Title } from '@pos/contract/titles';
import { FileDialog } from '#web/ui/file-dialog.tsx';
import { filesNamed, type FileKind } from '#web/ui/file-kinds.ts';
import { useUploadPicture } from './title-page.data.ts';

const PICTURE: FileKind = {
  accept: '.png,.jpg,.jpeg,image/png,image/jpeg',
  hint: 'Drop a PNG or JPEG here or choose one, at most 5 MB',
  refuse: filesNamed(/\.(png|jpe?g)$/i, ONLY_PICTURES),
};

/** Uploads the picture of a title's cover. */
export function PictureDialog({ title, onClose }: { title: Title; onClose: () => void }) {
  const upload = useUploadPicture(title.id);
  return (
    <FileDialog
      title={`Picture of ${title.title}`}
      label="Picture"
      kind={PICTURE}
      upload={upload.mutateAsync}
      detail={title.title}
      onClose={onClose}
    />
  );
}
