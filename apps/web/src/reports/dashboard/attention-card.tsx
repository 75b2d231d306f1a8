import { useState } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import type { Settings } from '@pos/contract/imports/settings';
import { useRights } from '#web/lib/session/session.tsx';
import { AttentionList } from '#web/ui/layout/attention-list.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Notice, Skeleton } from '#web/ui/messages/notice.tsx';
import { attentionItems } from './attention.ts';
import type { BlockQuery, Scope } from './dashboard.data.ts';
import * as styles from './dashboard.module.css';

/** Number of lines shown at first. */
const SHOWN = 5;
const NAMES = {
  payments: 'Payments',
  devices: 'Devices',
  stock: 'Stock',
  fairs: 'Fairs',
  warehouse: 'Warehouse',
} as const;

type AttentionCardProps = {
  scope: Scope;
  payments: BlockQuery<'payments'> | undefined;
  devices: BlockQuery<'devices'> | undefined;
  stock: BlockQuery<'stock'> | undefined;
  fairs: BlockQuery<'fairs'> | undefined;
  warehouse: BlockQuery<'warehouse'> | undefined;
  settings: Settings | undefined;
};

/**
 * Items that need a person, from five blocks. A failed block shows its error; the others' lines
 * stay.
 */
export function AttentionCard({ scope, settings, ...queries }: AttentionCardProps) {
  const [showsAll, setShowsAll] = useState(false);
  const rights = useRights();
  const { payments, devices, stock, fairs, warehouse } = queries;
  const items = attentionItems(
    {
      payments: findBlock(payments),
      devices: findBlock(devices),
      stock: findBlock(stock),
      fairs: findBlock(fairs),
      warehouse: findBlock(warehouse),
      settings,
    },
    scope,
    rights,
  );
  const parts = (Object.keys(NAMES) as (keyof typeof NAMES)[]).flatMap((name) =>
    queries[name] ? [{ name, query: queries[name] }] : [],
  );
  const failed = parts.filter(({ query }) => query.error && query.data === undefined);
  // Waits for all blocks, because lines arriving one by one would shift each other.
  const isLoading = parts.some(({ query }) => query.data === undefined && !query.error);
  const more = items.length > SHOWN && (
    <button type="button" className="link" onClick={() => setShowsAll(!showsAll)}>
      {showsAll ? 'View fewer' : 'View all'}
    </button>
  );
  return (
    <div className={isLoading ? `${styles.attentionPart} ${styles.loading}` : styles.attentionPart}>
      <Card
        title="Needs attention"
        {...(!isLoading && items.length > 0 && { count: items.length })}
        aside={!isLoading && more}
        rows
      >
        {isLoading ? (
          <div className={`${styles.attentionLines} lined`} aria-hidden>
            {Array.from({ length: SHOWN }, (_, index) => (
              <div key={index}>
                <Skeleton width={28} height={28} />
                <Skeleton width={`${70 - ((index * 13) % 30)}%`} />
              </div>
            ))}
          </div>
        ) : (
          <>
            {failed.map(({ name, query }) => (
              <Notice
                key={name}
                kind="bad"
                action={
                  <Button size="sm" onClick={() => void query.refetch()}>
                    Try again
                  </Button>
                }
              >
                {NAMES[name]} could not be loaded. {failureText(query.error).message}
              </Notice>
            ))}
            {(items.length > 0 || failed.length === 0) && (
              <AttentionList items={showsAll ? items : items.slice(0, SHOWN)} />
            )}
          </>
        )}
      </Card>
    </div>
  );
}

/** Block of a query; undefined until it has loaded, or without a right to it. */
function findBlock<Block>(query: { data: { block: Block } | null | undefined } | undefined) {
  return query?.data?.block;
}
