import type { PackageTitle, PackedTitle } from '@pos/contract/imports/fair-packages';
import { RECORD_STATUS } from '@pos/contract/record-status';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { TitleCover } from '#web/ui/values/title-cover.tsx';
import * as styles from './packages.module.css';

/** Message about titles that were added or removed at once. */
export type Said = { title: string; detail: string };
/** Adds titles to the form of a package; several at once with a message. */
export type AddTitles = (titles: readonly PackageTitle[], said?: Said) => void;

/** Cover, name, code and price of a title, and its units in the warehouse. */
export function PackedTitleCell({ title }: { title: PackedTitle }) {
  return (
    <span className={styles.titled}>
      <TitleCover title={title.title} category={title.category} pictureId={title.pictureId} />
      <span className="two-lines">
        <span className="medium">{title.title}</span>
        <small>
          <span className="monospace">{title.sku}</span> · {formatCents(title.priceCents)} ·{' '}
          {formatCount(title.availableQty)} in the warehouse
        </small>
      </span>
      {!title.isActive && <StatusPill status={RECORD_STATUS.inactive} quiet />}
    </span>
  );
}

/** Totals of a package in words: "84 titles, 410 units, $3,204.00 retail". */
export function addUpContents(contents: readonly { qty: unknown; priceCents: number }[]): string {
  const counted = contents.map(({ qty, priceCents }) => ({
    units: typeof qty === 'number' ? qty : 0,
    priceCents,
  }));
  const units = counted.reduce((sum, { units: each }) => sum + each, 0);
  const cents = counted.reduce((sum, { units: each, priceCents }) => sum + each * priceCents, 0);
  return `${pluralize(contents.length, 'title', 'titles')}, ${pluralize(units, 'unit', 'units')}, ${formatCents(cents)} retail`;
}
