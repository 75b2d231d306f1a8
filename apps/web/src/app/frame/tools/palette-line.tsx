import { formatCents } from '@pos/contract/values/money';
import type { Command } from './command.ts';
import * as styles from './palette.module.css';

type LineProps = {
  /** Undefined for a command found for an earlier text, which cannot be chosen. */
  id: string | undefined;
  command: Command;
  isOn: boolean;
  /** Searched text, of which the matches are shown bold. */
  text: string;
  onPoint: () => void;
  onGo: (inNewTab: boolean) => void;
};

/** One command of the palette. */
export function Line({ id, command, isOn, text, onPoint, onGo }: LineProps) {
  const { label, detail, amountCents, icon: LineIcon, isCode, isName } = command;
  const hidden = isName && { 'data-private': true };
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isOn}
      inert={id === undefined}
      className={isOn ? `${styles.line} ${styles.on}` : styles.line}
      // A pointer at rest also "moves", by nothing, when lines change below it.
      onMouseMove={({ movementX, movementY }) => {
        if (!isOn && (movementX !== 0 || movementY !== 0)) onPoint();
      }}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => onGo(event.ctrlKey || event.metaKey)}
    >
      <LineIcon size={18} stroke={1.75} aria-hidden />
      <span className={isCode ? 'ellipsis monospace' : 'ellipsis'} {...hidden}>
        <Matched label={label} text={text} />
      </span>
      <span className="caption ellipsis" {...hidden}>
        {detail}
      </span>
      {typeof amountCents === 'number' && (
        <span className="numeric medium">{formatCents(amountCents)}</span>
      )}
    </div>
  );
}

/** Label with the words of the text in bold. */
function Matched({ label, text }: { label: string; text: string }) {
  const words = text.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return label;
  const pattern = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  return label
    .split(new RegExp(`(${pattern})`, 'i'))
    .map((part, index) => (index % 2 === 1 ? <b key={`${index} ${part}`}>{part}</b> : part));
}
