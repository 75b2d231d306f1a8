import { titlesApi, type Title, ONLY_PICTURES } from '@pos/contract/stock/titles';
import { Allowed } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx';
import { FileDialog } from '#web/ui/files/file-dialog.tsx';
import { filesNamed, type FileKind } from '#web/ui/files/file-kinds.ts';
import { TitleCover } from '#web/ui/values/title-cover.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { useRemovePicture, useUploadPicture } from './title-page.data.ts';
import * as styles from './title-page.module.css';

const PICTURE: FileKind = {
  accept: '.png,.jpg,.jpeg,image/png,image/jpeg',
  hint: 'Drop a PNG or JPEG here or choose one, at most 5 MB',
  refuse: filesNamed(/\.(png|jpe?g)$/i, ONLY_PICTURES),
};

/** Uploads the picture of a title's cover. */
function PictureDialog({ title, onClose }: { title: Title; onClose: () => void }) {
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

/** Cover of a title: its picture, which editors replace and remove, or a drawn one. */
export function PictureCard({ title }: { title: Title }) {
  const { opened: asked, open, close } = useOpened<'upload' | 'remove'>();
  const hasPicture = title.pictureId !== null;
  return (
    <Card title="Cover">
      <div className={styles.cover}>
        <TitleCover
          title={title.title}
          category={title.category}
          pictureId={title.pictureId}
          height={200}
        />
        {!hasPicture && <p className="caption">Generated cover. Upload a picture to replace it.</p>}
        <span className="row wrapping">
          <Allowed to={titlesApi.uploadPicture}>
            <Button size="sm" onClick={() => open('upload')}>
              {hasPicture ? 'Replace picture' : 'Upload picture'}
            </Button>
          </Allowed>
          {hasPicture && (
            <Allowed to={titlesApi.removePicture}>
              <Button size="sm" variant="tertiary" onClick={() => open('remove')}>
                Remove picture
              </Button>
            </Allowed>
          )}
        </span>
      </div>
      {asked === 'upload' && <PictureDialog title={title} onClose={close} />}
      {asked === 'remove' && <RemovePicture title={title} onClose={close} />}
    </Card>
  );
}

function RemovePicture({ title, onClose }: { title: Title; onClose: () => void }) {
  const remove = useRemovePicture(title.id);
  const confirm = async (): Promise<void> => {
    await remove.mutateAsync();
    toast.ok({ title: 'Picture removed', detail: title.title });
  };
  return (
    <ConfirmDialog
      title={`Remove the picture of ${title.title}?`}
      confirmLabel="Remove picture"
      busyLabel="Removing…"
      isDanger
      confirm={confirm}
      onClose={onClose}
    >
      The picture is deleted and cannot be brought back. The drawn cover is shown again.
    </ConfirmDialog>
  );
}
