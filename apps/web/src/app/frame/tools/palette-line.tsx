import { formatCents } from '@pos/contract/values/money';
import type { Command } from './commands.ts';
import * as styles from './palette.module.css';

type LineProps = {
  id: string;
  command: Command;
  isOn: boolean;
  onPoint: () => void;
  onGo: (inNewTab: boolean) => void;
};

export function Line({ id, command, isOn, onPoint, onGo }: LineProps) {
  const { label, detail, amountCents, icon: LineIcon, isCode } = command;
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isOn}
      className={isOn ? `${styles.line} ${styles.on}` : styles.line}
      onMouseMove={isOn ? undefined : onPoint}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => onGo(event.ctrlKey || event.metaKey)}
    >
      <LineIcon size={18} stroke={1.75} aria-hidden />
      <span className={isCode ? 'ellipsis monospace' : 'ellipsis'}>{label}</span>
      <span className="caption ellipsis">{detail}</span>
      {typeof amountCents === 'number' && (
        <span className="numeric medium">{formatCents(amountCents)}</span>
      )}
    </div>
  );
}
