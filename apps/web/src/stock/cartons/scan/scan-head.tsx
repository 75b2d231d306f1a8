import type { CartonStage } from '@pos/contract/stock/cartons';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { fairPath, scanPath } from '#web/fairs/fairs/fair-paths.ts';
import { Link } from '#web/ui/buttons/link.tsx';
import { STAGE_WORDS } from '../carton-words.ts';
import * as styles from './scan.module.css';

const STAGES = ['delivery', 'return'] as const;

type ScanHeadProps = { fair: FairDetails; stage: CartonStage; children?: ReactNode };

/** Head of the scan screen: fair, stage, and the exit. */
export function ScanHead({ fair, stage, children }: ScanHeadProps) {
  return (
    <header className={styles.head}>
      <Link
        to={fairPath(fair.id, 'cartons')}
        className={styles.leave}
        aria-label="Leave scan mode"
        title="Leave scan mode"
      >
        <IconArrowLeft size={20} stroke={1.75} aria-hidden />
      </Link>
      <div className={`${styles.title} grow`}>
        <h1 tabIndex={-1}>Scan cartons</h1>
        <p className="ellipsis">{fair.name}</p>
      </div>
      <nav className={styles.stages} aria-label="Stage">
        {STAGES.map((each) => (
          <Link
            key={each}
            to={scanPath(fair.id, each)}
            replace
            {...(each === stage && { 'aria-current': 'page' as const })}
          >
            {STAGE_WORDS[each].title}
          </Link>
        ))}
      </nav>
      {children}
    </header>
  );
}
