import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconInfoCircle,
  IconMinus,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import { createContext, useContext } from 'react';
import * as styles from './status-pill.module.css';

/** Meaning of a status; decides color and icon (design language 2.3). */
export type Meaning = 'ok' | 'waiting' | 'warn' | 'bad' | 'info' | 'undone' | 'off';
/** Label and meaning of one status. Describe a closed set by a `Record<Status, StatusText>`. */
export type StatusText = { label: string; meaning: Meaning };

const LOOK: Record<Meaning, { tint: string; icon: Icon }> = {
  ok: { tint: 'ok', icon: IconCheck },
  waiting: { tint: 'warn', icon: IconClock },
  warn: { tint: 'warn', icon: IconAlertTriangle },
  bad: { tint: 'bad', icon: IconX },
  info: { tint: 'info', icon: IconInfoCircle },
  undone: { tint: 'violet', icon: IconArrowBackUp },
  off: { tint: 'mute', icon: IconMinus },
};

/** True on the card of a list's row, which shows exceptions only. */
export const OnCard = createContext(false);

type StatusPillProps = { status: StatusText; quiet?: boolean; silent?: boolean };

/**
 * Icon and word, always both. `quiet` removes the tint from a normal (`ok`) status, for long lists,
 * and leaves it out on cards; `silent` leaves it to screen readers, in lists of exceptions.
 */
export function StatusPill({ status, quiet = false, silent = false }: StatusPillProps) {
  const { tint, icon: StatusIcon } = LOOK[status.meaning];
  const isQuiet = quiet && status.meaning === 'ok';
  if (useContext(OnCard) && isQuiet) return null;
  if (silent && status.meaning === 'ok')
    return <span className="visually-hidden">{status.label}</span>;
  return (
    <span className={isQuiet ? `${styles.pill} ${styles.quiet}` : styles.pill} data-tone={tint}>
      <StatusIcon size={14} stroke={2} aria-hidden />
      {status.label}
    </span>
  );
}
