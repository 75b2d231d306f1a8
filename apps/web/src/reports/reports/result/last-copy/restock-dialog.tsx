import type { LastCopyReport } from '@pos/contract/reports/reports';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { useOpenShipment } from '#web/stock/warehouse/shipments/shipments.data.ts';
import { documentPath } from '#web/stock/warehouse/warehouse-paths.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { boxClass } from '#web/ui/fields/box-class.ts';
import { Stepper } from '#web/ui/fields/quantity-field.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import * as checkboxStyles from '#web/ui/fields/checkbox.module.css';
import * as fieldStyles from '#web/ui/fields/fields.module.css';
import * as styles from './last-copy.module.css';

type Row = LastCopyReport['rows'][number];

/** Units to send unless somebody says otherwise: what is suggested, as far as the warehouse has it. */
const proposed = ({ suggestedRestock, warehouseAvailable }: Row): number =>
  Math.max(1, Math.min(suggestedRestock ?? 1, warehouseAvailable));

/** Opens a restock with titles of the report that the warehouse has, for one of its fairs. */
export function RestockDialog({ rows, onClose }: { rows: readonly Row[]; onClose: () => void }) {
  const fairs = new Map(rows.map(({ fairId, fairName }) => [fairId, fairName]));
  const [fairId, setFairId] = useState(() => rows[0]?.fairId ?? '');
  const titles = rows.filter((row) => row.fairId === fairId);
  const [units, setUnits] = useState<ReadonlyMap<string, unknown>>(new Map());
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [error, setError] = useState<unknown>();
  const open = useOpenShipment();
  const navigate = useNavigate();
  const chosen = titles.filter((row) => isChosen(row, left));
  const quantityOf = (row: Row): unknown =>
    units.has(row.titleId) ? units.get(row.titleId) : proposed(row);
  const start = async (): Promise<void> => {
    setError(undefined);
    try {
      const lines = chosen.map((row) => ({
        titleId: row.titleId,
        quantity: Number(quantityOf(row)),
      }));
      const shipment = await open.mutateAsync({ fairId, lines });
      void navigate({ href: documentPath('shipments', shipment.id) });
    } catch (refusal) {
      setError(refusal);
    }
  };
  return (
    <Dialog
      title="Restock these titles"
      onClose={onClose}
      size={620}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={chosen.length === 0}
            busy={open.isPending && 'Opening…'}
            onClick={() => void start()}
          >
            Open restock with {pluralize(chosen.length, 'title')}
          </Button>
        </>
      }
    >
      <div className="stack gap-16">
        {fairs.size > 1 && <FairSelect fairs={fairs} value={fairId} onChange={setFairId} />}
        <ul className={`${styles.titles} lined`} aria-label="Titles to restock">
          {titles.map((row) => (
            <RestockTitle
              key={row.titleId}
              row={row}
              isChosen={isChosen(row, left)}
              units={quantityOf(row)}
              onToggle={() => setLeft(toggled(left, row.titleId))}
              onUnits={(value) => setUnits(new Map(units).set(row.titleId, value))}
            />
          ))}
        </ul>
        {error !== undefined && <Notice kind="bad">{failureText(error).message}</Notice>}
      </div>
    </Dialog>
  );
}

type FairSelectProps = {
  fairs: ReadonlyMap<string, string>;
  value: string;
  onChange: (fairId: string) => void;
};

function FairSelect({ fairs, value, onChange }: FairSelectProps) {
  const id = useId();
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        Fair
      </label>
      <select
        id={id}
        className={boxClass(undefined)}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {[...fairs].map(([fairId, name]) => (
          <option key={fairId} value={fairId}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

type RestockTitleProps = {
  row: Row;
  isChosen: boolean;
  units: unknown;
  onToggle: () => void;
  onUnits: (units: unknown) => void;
};

/** A title with the number of units that go along. */
function RestockTitle({ row, isChosen: isAlong, units, onToggle, onUnits }: RestockTitleProps) {
  const id = useId();
  const { title, onHand, warehouseAvailable, suggestedRestock } = row;
  const facts = [
    `${formatCount(onHand)} on hand`,
    `warehouse has ${formatCount(warehouseAvailable)}`,
    ...(suggestedRestock === null ? [] : [`${formatCount(suggestedRestock)} suggested`]),
  ];
  return (
    <li>
      <span className={styles.title}>
        <input
          id={id}
          type="checkbox"
          className={checkboxStyles.checkbox}
          checked={isAlong}
          onChange={onToggle}
        />
        <label htmlFor={id} className="two-lines">
          <span>{title}</span>
          <small>{facts.join(', ')}</small>
        </label>
      </span>
      <Stepper
        aria-label={`Units of ${title}`}
        of={title}
        value={units}
        change={onUnits}
        lowest={1}
        highest={warehouseAvailable}
      />
    </li>
  );
}

/**
 * True for a title that goes along. `switched` holds those that a person switched: a title without a
 * suggestion is left out at first.
 */
function isChosen({ titleId, suggestedRestock }: Row, switched: ReadonlySet<string>): boolean {
  const isProposed = suggestedRestock === null || suggestedRestock > 0;
  return switched.has(titleId) !== isProposed;
}

function toggled(titles: ReadonlySet<string>, titleId: string): Set<string> {
  const next = new Set(titles);
  if (!next.delete(titleId)) next.add(titleId);
  return next;
}
