import type { DashboardBlock } from '@pos/contract/dashboard';
import type { ReactNode } from 'react';
import { Card } from '#web/ui/card.tsx';
import { ErrorNotice, Skeleton } from '#web/ui/notice.tsx';
import type { BlockQuery, Read } from './dashboard.data.ts';

type PartCardProps<Name extends DashboardBlock> = {
  title: string;
  query: BlockQuery<Name>;
  /** How many grey lines hold the place of what comes. */
  lines: number;
  aside?: ReactNode;
  intro?: ReactNode;
  rows?: boolean;
  children: (read: Read<Name>) => ReactNode;
};

/** A card for one block: grey lines while it loads, why it failed and Try again, or what it holds. */
export function PartCard<Name extends DashboardBlock>({
  title,
  query: { data, error, refetch },
  lines,
  aside,
  intro,
  rows,
  children,
}: PartCardProps<Name>) {
  if (data)
    return (
      <Card title={title} aside={aside} intro={intro} rows={rows ?? false}>
        {children(data)}
      </Card>
    );
  if (data === null) return null;
  // The head is as high as it will be.
  return (
    <Card title={title} {...(!error && { aside: aside && <span className="iconbtn" />, intro })}>
      {error ? (
        <ErrorNotice what={title} error={error} retry={() => void refetch()} />
      ) : (
        <div className="part-lines" aria-hidden>
          {Array.from({ length: lines }, (_, index) => (
            <Skeleton key={index} width={`${90 - ((index * 17) % 40)}%`} />
          ))}
        </div>
      )}
    </Card>
  );
}
