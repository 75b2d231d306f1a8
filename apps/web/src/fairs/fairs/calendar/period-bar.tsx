import type { CalendarFair } from '@pos/contract/fairs/fairs';
import { pluralize } from '@pos/contract/values/counts';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import * as buttonStyles from '#web/ui/buttons/button.module.css';
import * as styles from './fairs-calendar.module.css';

type Step = { label: string; to: string };
type PeriodBarProps = {
  /** Name of the period: "October 2026". */
  name: string;
  /** Fairs of the period; undefined while they load. */
  fairs: readonly CalendarFair[] | undefined;
  /** Address of the current period. */
  today: string;
  previous: Step;
  next: Step;
  /** Choices of what is shown. */
  children?: ReactNode;
};

/** Head of a calendar: its period, counts, and the ways to other periods. */
export function PeriodBar({ name, fairs, today, previous, next, children }: PeriodBarProps) {
  const clashing = fairs?.filter(({ clashes }) => clashes.length > 0).length ?? 0;
  return (
    <div className={styles.bar}>
      <h2 aria-live="polite">{name}</h2>
      <p className="caption">
        {fairs && pluralize(fairs.length, 'fair', 'fairs')}
        {clashing > 0 && `, ${clashing} with a conflict`}
      </p>
      {children}
      <ButtonLink to={today} size="sm">
        Today
      </ButtonLink>
      <Link className={buttonStyles.iconButton} to={previous.to} aria-label={previous.label}>
        <IconChevronLeft size={18} aria-hidden />
      </Link>
      <Link className={buttonStyles.iconButton} to={next.to} aria-label={next.label}>
        <IconChevronRight size={18} aria-hidden />
      </Link>
    </div>
  );
}
