import {
  ArtworkFields,
  TEMPLATE_NAME,
  type TemplateDetails,
  type TemplateType,
  ONLY_ARTWORK,
} from '@pos/contract/templates/templates';
import { formatCount } from '@pos/contract/values/counts';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { fileProblem, type FileProblem } from '#web/lib/api/failure.ts';
import type { Sent } from '#web/lib/api/upload-transport.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ProgressBar } from '#web/ui/layout/checklist.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import * as boxStyles from '#web/ui/fields/box.module.css';
import { FieldMessages } from '#web/ui/fields/field-messages.tsx';
import * as styles from '#web/ui/fields/fields.module.css';
import { FileDrop } from '#web/ui/files/file-drop.tsx';
import { filesNamed, type FileKind } from '#web/ui/files/file-kinds.ts';
import { Notice } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { templatePath, useUploadArtwork } from './templates.data.ts';

/** Accepted artwork files. */
const ARTWORK: FileKind = {
  accept: '.pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg',
  hint: 'Drop a PDF, PNG or JPEG here or choose one, at most 5 MB and 4 pages',
  refuse: filesNamed(/\.(pdf|png|jpe?g)$/i, ONLY_ARTWORK),
};

type UploadDialogProps = { types: readonly TemplateType[]; onClose: () => void };

/** Creates a template from artwork and opens its editor. */
export function UploadDialog({ types, onClose }: UploadDialogProps) {
  const navigate = useNavigate();
  const id = useId();
  const offered = types.filter(({ status }) => status === 'active');
  const [file, setFile] = useState<File>();
  const [name, setName] = useState('');
  const [templateTypeId, setType] = useState(offered[0]?.id ?? '');
  const [wrong, setWrong] = useState<{ name?: string; file?: string; other?: string }>({});
  const { send, sent } = useSending((template) => {
    toast.ok('Artwork uploaded');
    onClose();
    void navigate({ href: templatePath(template.id) });
  }, setWrong);
  const upload = (): void => {
    const named = ArtworkFields.shape.name.safeParse(name.trim() || undefined);
    if (!file || !named.success)
      return setWrong({
        ...(!file && { file: 'Choose the artwork.' }),
        ...(!named.success && { name: TEMPLATE_NAME }),
      });
    void send({ file, templateTypeId, name: named.data });
  };
  return (
    <Dialog
      title="Upload artwork"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={sent && 'Uploading…'} onClick={upload}>
            Upload
          </Button>
        </>
      }
    >
      <div className="stack gap-20">
        {wrong.other && <Notice kind="bad">{wrong.other}</Notice>}
        <FileDrop
          label="Artwork"
          kind={ARTWORK}
          file={file}
          error={wrong.file}
          onFile={(next) => {
            setWrong({});
            setFile(next);
          }}
        />
        <SendingProgress sent={sent} />
        <label className={styles.field} htmlFor={`${id}-name`}>
          <span className={styles.label}>
            Name <span className={styles.optional}>optional</span>
          </span>
          <input
            id={`${id}-name`}
            className={boxStyles.box}
            value={name}
            placeholder={file?.name.replace(/\.[^.]*$/, '')}
            autoComplete="off"
            aria-invalid={Boolean(wrong.name)}
            aria-describedby={wrong.name && `${id}-name-error`}
            onChange={({ target }) => setName(target.value)}
          />
          <FieldMessages id={`${id}-name`} error={wrong.name} hint={undefined} />
        </label>
        <label className={styles.field}>
          <span className={styles.label}>Type</span>
          <select
            className={boxStyles.box}
            value={templateTypeId}
            onChange={({ target }) => setType(target.value)}
          >
            {offered.map((type) => (
              <option key={type.id} value={type.id}>
                {type.name}
              </option>
            ))}
          </select>
        </label>
      </div>
    </Dialog>
  );
}

type ArtworkDialogProps = {
  template: TemplateDetails;
  onReplaced: (template: TemplateDetails) => void;
  onClose: () => void;
};

/** Replaces the artwork under a template's fields. */
export function ArtworkDialog({ template, onReplaced, onClose }: ArtworkDialogProps) {
  const [file, setFile] = useState<File>();
  const [wrong, setWrong] = useState<FileProblem>({});
  const { send, sent } = useSending((next) => {
    toast.ok('Artwork replaced');
    onReplaced(next);
    onClose();
  }, setWrong);
  return (
    <Dialog
      title={`Replace artwork of ${template.name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={sent && 'Uploading…'}
            onClick={() =>
              file
                ? void send({ file, templateId: template.id })
                : setWrong({ file: 'Choose the artwork.' })
            }
          >
            Replace artwork
          </Button>
        </>
      }
    >
      <div className="stack gap-20">
        <p>
          The fields stay where they are. Fairs get the new artwork once the template is published.
        </p>
        {wrong.other && <Notice kind="bad">{wrong.other}</Notice>}
        <FileDrop
          label="Artwork"
          kind={ARTWORK}
          file={file}
          error={wrong.file}
          onFile={(next) => {
            setWrong({});
            setFile(next);
          }}
        />
        <SendingProgress sent={sent} />
      </div>
    </Dialog>
  );
}

/** State of one upload: progress, and its error on the right field. */
function useSending(
  onSent: (template: TemplateDetails) => void,
  onWrong: (wrong: FileProblem) => void,
) {
  const [sent, setSent] = useState<Sent>();
  const upload = useUploadArtwork(setSent);
  const send = async (body: ArtworkFields & { file: File }): Promise<void> => {
    setSent({ bytes: 0, of: body.file.size });
    onWrong({});
    try {
      onSent(await upload.mutateAsync(body));
    } catch (error) {
      onWrong(fileProblem(error));
    }
    setSent(undefined);
  };
  return { send, sent };
}

const kilobytes = (bytes: number): string => formatCount(Math.max(1, Math.round(bytes / 1024)));

function SendingProgress({ sent }: { sent: Sent | undefined }) {
  if (!sent) return null;
  return (
    <div role="status">
      <ProgressBar label="Sending the artwork" value={sent.bytes} max={sent.of} />
      <p className="caption numeric">
        {sent.bytes >= sent.of
          ? 'Reading the artwork…'
          : `${kilobytes(sent.bytes)} of ${kilobytes(sent.of)} KB sent`}
      </p>
    </div>
  );
}
