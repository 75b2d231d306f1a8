import {
  IconArrowDownRight,
  IconArrowRight,
  IconArrowUpRight,
  IconInfoCircle,
} from '@tabler/icons-react';
import { failureText } from '#web/lib/api/failure.ts';
import { Button, IconButton } from '#web/ui/buttons/button.tsx';
import * as cardStyles from '#web/ui/layout/card.module.css';
import { Link } from '#web/ui/buttons/link.tsx';
import { Notice, Skeleton } from '#web/ui/messages/notice.tsx';
import { Popover } from '#web/ui/overlays/popover.tsx';
import * as styles from './tiles.module.css';
import type { BlockQuery, Scope } from './dashboard.data.ts';
import { reviewTile, salesTiles, type Change, type Tile } from './tile-figures.ts';
import * as dashboardStyles from './dashboard.module.css';

type TilesProps = {
  sales: BlockQuery<'sales'> | undefined;
  lastTime: BlockQuery<'lastTime'> | undefined;
  payments: BlockQuery<'payments'> | undefined;
  scope: Scope;
};

/**
 * Key figures: each explains its meaning, shows its change, and opens exactly the rows it counts.
 */
export function Tiles({ sales, lastTime, payments, scope }: TilesProps) {
  // Both arrive together, so that no arrow appears later.
  const isWaiting = lastTime !== undefined && lastTime.data === undefined && !lastTime.error;
  const failed = (
    [
      ['Sales', sales],
      ['Payments under review', payments],
    ] as const
  ).filter(([, query]) => query?.error && !query.data);
  const tiles: (Tile | undefined)[] = [
    ...(!sales
      ? []
      : sales.data && !isWaiting
        ? salesTiles(sales.data, lastTime?.data?.block, scope)
        : sales.error
          ? []
          : Array<undefined>(4).fill(undefined)),
    ...(!payments
      ? []
      : payments.data
        ? [reviewTile(payments.data.block, scope)]
        : payments.error
          ? []
          : [undefined]),
  ];
  return (
    <section
      className={`${dashboardStyles.tilesPart} grid gap-12`}
      aria-label="Key numbers"
      aria-busy={tiles.includes(undefined)}
    >
      {failed.map(([what, query]) => (
        <Notice
          key={what}
          kind="bad"
          action={
            <Button size="sm" onClick={() => void query?.refetch()}>
              Try again
            </Button>
          }
        >
          {what} could not be loaded. {failureText(query?.error).message}
        </Notice>
      ))}
      {tiles.length > 0 && (
        <ul
          className={cardStyles.numberStrip}
          style={{ '--tiles': tiles.length } as Record<string, number>}
        >
          {tiles.map((tile, index) => (
            <li
              key={tile?.label ?? index}
              className={
                sales?.isPlaceholderData ? `${styles.dashTile} ${styles.stale}` : styles.dashTile
              }
            >
              {tile ? <TileBody tile={tile} /> : <TileSkeleton />}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function TileBody({ tile: { label, value, change, detail, definition, to } }: { tile: Tile }) {
  return (
    <>
      <div className={styles.name}>
        <Link to={to} aria-label={`${label}: ${value}. Open`}>
          {label}
        </Link>
        <Popover
          label={`What ${label} means`}
          width={280}
          button={(props) => (
            <IconButton {...props} label={`What ${label} means`}>
              <IconInfoCircle size={16} stroke={1.75} aria-hidden />
            </IconButton>
          )}
        >
          {() => <p className={styles.meaning}>{definition}</p>}
        </Popover>
      </div>
      <p className={styles.value}>{value}</p>
      <p className={styles.change}>
        {change && <ChangeText change={change} />} <span>{detail}</span>
      </p>
    </>
  );
}

const ARROWS = {
  up: [IconArrowUpRight, 'more'],
  down: [IconArrowDownRight, 'less'],
  same: [IconArrowRight, ''],
} as const;

function ChangeText({ change: { direction, text, meaning } }: { change: Change }) {
  const [ChangeIcon, word] = ARROWS[direction];
  return (
    <b data-meaning={meaning}>
      <ChangeIcon size={14} stroke={2} aria-hidden />
      {text} {word && <span className="visually-hidden">{word}</span>}
    </b>
  );
}

function TileSkeleton() {
  return (
    <>
      <div className={styles.name}>
        <Skeleton width={90} />
      </div>
      <p className={styles.value}>
        <Skeleton width={120} height={24} />
      </p>
      <p className={styles.change}>
        <Skeleton width={100} height={10} />
      </p>
    </>
  );
}
