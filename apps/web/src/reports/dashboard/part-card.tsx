import type { DashboardBlock } from '@pos/contract/reports/dashboard';
import type { ReactNode } from 'react';
import { Card } from '#web/ui/layout/card.tsx';
import { Skeleton, Unloaded } from '#web/ui/messages/notice.tsx';
import type { BlockQuery, Read } from './dashboard.data.ts';
import * as buttonStyles from '#web/ui/buttons/button.module.css';
import * as styles from './dashboard.module.css';

type PartCardProps<Name extends DashboardBlock> = {
  title: string;
  query: BlockQuery<Name>;
  /** Number of skeleton lines while loading. */
  lines: number;
  aside?: ReactNode;
  intro?: ReactNode;
  rows?: boolean;
  /** Shows the skeleton although the block has loaded, while another part of it has not. */
  waits?: boolean;
  children: (read: Read<Name>) => ReactNode;
};

/** Card of one block: skeleton while loading, error with Try again, or content. */
export function PartCard<Name extends DashboardBlock>({
  title,
  query: { data, error, refetch },
  lines,
  aside,
  intro,
  rows,
  waits = false,
  children,
}: PartCardProps<Name>) {
  if (data && !waits)
    return (
      <Card title={title} aside={aside} intro={intro} rows={rows ?? false}>
        {children(data)}
      </Card>
    );
  if (data === null) return null;
  // Reserves the final height of the head.
  return (
    <Card
      title={title}
      {...(!error && { aside: aside && <span className={buttonStyles.iconButton} />, intro })}
    >
      <Unloaded what={title} error={error} retry={refetch}>
        <div className={styles.partLines} aria-hidden>
          {Array.from({ length: lines }, (_, index) => (
            <Skeleton key={index} width={`${90 - ((index * 17) % 40)}%`} />
          ))}
        </div>
      </Unloaded>
    </Card>
  );
}
