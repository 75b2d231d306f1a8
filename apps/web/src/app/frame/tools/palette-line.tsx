import { formatCents } from '@pos/contract/values/money';
import type { Command } from './commands.ts';

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
      className={isOn ? 'palette-line on' : 'palette-line'}
      onMouseMove={isOn ? undefined : onPoint}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => onGo(event.ctrlKey || event.metaKey)}
    >
      <LineIcon size={18} stroke={1.75} aria-hidden />
      <span className={isCode ? 'ell mono' : 'ell'}>{label}</span>
      <span className="meta ell">{detail}</span>
      {typeof amountCents === 'number' && (
        <span className="num md">{formatCents(amountCents)}</span>
      )}
    </div>
  );
}
