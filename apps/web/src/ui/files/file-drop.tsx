import { formatCount } from '@pos/contract/values/counts';
import { IconFileCheck, IconUpload } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { FieldMessages } from '../fields/field-messages.tsx';
import * as fieldStyles from '../fields/fields.module.css';
import * as styles from './file-drop.module.css';
import { SPREADSHEET, type FileKind } from './file-kinds.ts';

type FileDropProps = {
  /** Name of the file's content: "Packing list". */
  label: string;
  file: File | undefined;
  onFile: (file: File) => void;
  /** Accepted files; defaults to spreadsheets. */
  kind?: FileKind;
  /** The server's error about the file. */
  error?: string | undefined;
};

/** Takes one file, dropped or chosen. A file that the specification refuses is not passed on. */
export function FileDrop({ label, file, onFile, kind = SPREADSHEET, error }: FileDropProps) {
  const id = useId();
  const [refused, setRefused] = useState<string>();
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null): void => {
    const [next] = files ?? [];
    if (!next) return;
    const reason = kind.refuse(next);
    setRefused(reason);
    if (!reason) onFile(next);
  };
  const DropIcon = file ? IconFileCheck : IconUpload;
  const message = refused ?? error;
  return (
    <div className={fieldStyles.field}>
      <label
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          take(event.dataTransfer.files);
        }}
      >
        <DropIcon size={28} stroke={1.5} aria-hidden />
        <b className="semibold">{file ? file.name : label}</b>
        <span className="caption">
          {file
            ? `${formatCount(Math.max(1, Math.round(file.size / 1024)))} KB · choose another file`
            : kind.hint}
        </span>
        <input
          id={id}
          className="visually-hidden"
          type="file"
          accept={kind.accept}
          aria-label={label}
          aria-invalid={Boolean(message)}
          aria-describedby={message && `${id}-error`}
          onChange={({ target }) => {
            take(target.files);
            // Allows choosing the same file again after it was corrected.
            target.value = '';
          }}
        />
      </label>
      <div aria-live="polite">
        <FieldMessages id={id} error={message} hint={undefined} />
      </div>
    </div>
  );
}
