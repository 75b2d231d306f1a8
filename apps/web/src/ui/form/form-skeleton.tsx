import { Card } from '../layout/card.tsx';
import { AfterDelay, Skeleton } from '../messages/notice.tsx';
import * as styles from './form.module.css';

/** Placeholder for a form whose record is loading. */
export function FormSkeleton({ cards = 2 }: { cards?: number }) {
  return (
    <AfterDelay>
      <div className={styles.form} aria-hidden>
        <Skeleton width={220} height={28} />
        {Array.from({ length: cards }, (_, card) => (
          <Card key={card}>
            <div className="stack gap-20">
              <Skeleton width="30%" />
              <Skeleton height={36} />
              <Skeleton width="25%" />
              <Skeleton height={36} />
            </div>
          </Card>
        ))}
      </div>
    </AfterDelay>
  );
}
