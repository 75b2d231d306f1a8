import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { FieldMessages } from './fields/field-messages.tsx';
import './fields/fields.css';
import './file-drop.css';
import { refuseFile } from './spreadsheet-file.ts';

type FileDropProps = {
  /** What the file is: "Packing list". */
  label: string;
  file: File | undefined;
  onFile: (file: File) => void;
  /** What the server said of the file. */
  error?: string | undefined;
};

/** Takes one spreadsheet, dropped or chosen. A file that the specification refuses is not handed on. */
export function FileDrop({ label, file, onFile, error }: FileDropProps) {
  const id = useId();
  const [refused, setRefused] = useState<string>();
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null): void => {
    const [next] = files ?? [];
    if (!next) return;
    const reason = refuseFile(next);
    setRefused(reason);
    if (!reason) onFile(next);
  };
  const DropIcon = file ? IconFileSpreadsheet : IconUpload;
  const message = refused ?? error;
  return (
    <div className="fld">
      <label
        className="drop"
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
        <b className="sb">{file ? file.name : label}</b>
        <span className="meta">{file ? `${Math.max(1, Math.round(file.size / 1024)).toLocaleString('en-US')} KB · choose another file` : 'Drop an .xlsx file here or choose one, at most 5 MB'}</span>
        <input
          id={id}
          className="vh"
          type="file"
          accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          aria-label={label}
          aria-invalid={Boolean(message)}
          aria-describedby={message && `${id}-error`}
          onChange={({ target }) => {
            take(target.files);
            // The same file may be chosen again after it was corrected.
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
