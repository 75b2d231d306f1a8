import { CARTON_STATUS } from '@pos/contract/stock/cartons';
import {
  MAX_SHIPMENT_CARTONS,
  MAX_SHIPMENT_UNITS,
  type ShipmentDetails,
  type ShipmentLine,
} from '@pos/contract/stock/warehouse/shipments';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import { IconPackage, IconTrash, IconTruck } from '@tabler/icons-react';
import { useState } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { correctionWords } from '#web/stock/cartons/carton-words.ts';
import { Stepper } from '#web/ui/fields/quantity-field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { ActionMenu } from '#web/ui/overlays/menu.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { TitleCover } from '#web/ui/values/title-cover.tsx';
import { useSetLines } from './shipments.data.ts';
import * as styles from './shipments.module.css';

type CartonsProps = { shipment: ShipmentDetails; mayChange: boolean };

/** Titles of a shipment, a card for each carton. */
export function ShipmentCartons({ shipment, mayChange }: CartonsProps) {
  const { lines, packedCartons, state } = shipment;
  if (lines.length === 0)
    return (
      <Card>
        <Empty
          title="No titles yet"
          text="Choose what the fair needs, then pack it."
          icon={IconTruck}
        />
      </Card>
    );
  const isUnsent = state === 'open' || state === 'packed';
  return [...Map.groupBy(lines, ({ carton }) => carton)].map(([carton, packed]) => {
    const made = packedCartons.find(({ number }) => number === carton);
    return (
      <Card
        key={carton}
        title={`Carton ${carton}`}
        intro={`${pluralize(packed.length, 'title')}, ${pluralize(sumUp(packed), 'unit')}`}
        aside={
          made && (
            <span className="row">
              <span className="monospace">{made.code}</span>
              {made.status && <StatusPill status={CARTON_STATUS[made.status]} quiet />}
            </span>
          )
        }
        rows
      >
        <ul className={`${styles.lines} lined`} aria-label={`Titles in carton ${carton}`}>
          {packed.map((line) => (
            <li key={line.titleId}>
              <span className={styles.titled}>
                <TitleCover {...line} />
                <span className="two-lines">
                  <span>{line.title}</span>
                  <small className="monospace">{line.sku}</small>
                  {isUnsent && <Availability line={line} lines={lines} />}
                </span>
              </span>
              {mayChange ? (
                <LineTools key={line.quantity} shipment={shipment} line={line} />
              ) : (
                <span className="two-lines numeric">
                  <span>{pluralize(line.quantity, 'unit')}</span>
                  <Corrections line={line} />
                </span>
              )}
            </li>
          ))}
        </ul>
      </Card>
    );
  });
}

/** Units that the fair found short or damaged. */
function Corrections({ line }: { line: ShipmentLine }) {
  const words = correctionWords(line);
  return words === '' ? null : <small className={styles.short}>{words}</small>;
}

const sumUp = (lines: readonly ShipmentLine[]) =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** Units of the title in the warehouse, and a warning if they are too few for all cartons. */
function Availability({ line, lines }: { line: ShipmentLine; lines: readonly ShipmentLine[] }) {
  const { titleId, availableQty, isActive } = line;
  const needed = sumUp(lines.filter((other) => other.titleId === titleId));
  if (!isActive)
    return <small className={styles.short}>Inactive: it cannot be sent. Take it out.</small>;
  if (needed > availableQty)
    return (
      <small className={styles.short}>
        The warehouse has only {formatCount(availableQty)} of these {formatCount(needed)}.
      </small>
    );
  return <small>The warehouse has {formatCount(availableQty)}.</small>;
}

/** Quantity of a line, saved when the field is left or stepped, and where the title goes. */
function LineTools({ shipment, line }: { shipment: ShipmentDetails; line: ShipmentLine }) {
  const { titleId, title, carton, quantity } = line;
  const setLines = useSetLines(shipment.id);
  const [value, setValue] = useState<unknown>(quantity);
  const save = async (changes: Parameters<typeof setLines.mutateAsync>[0]): Promise<void> => {
    try {
      await setLines.mutateAsync(changes);
    } catch (error) {
      setValue(quantity);
      toast.bad({ title: `${title} was not changed`, detail: failureText(error).message });
    }
  };
  const keep = (): void => {
    if (typeof value !== 'number' || value < 1 || value > MAX_SHIPMENT_UNITS) setValue(quantity);
    else if (value !== quantity) void save([{ titleId, carton, quantity: value }]);
  };
  const move = (target: number): void => {
    const there = shipment.lines.find(
      (other) => other.titleId === titleId && other.carton === target,
    );
    void save([
      { titleId, carton, quantity: 0 },
      { titleId, carton: target, quantity: quantity + (there?.quantity ?? 0) },
    ]);
  };
  const last = Math.max(...shipment.lines.map((other) => other.carton));
  const targets = Array.from(
    { length: Math.min(last + 1, MAX_SHIPMENT_CARTONS) },
    (_, at) => at + 1,
  );
  return (
    <span className={styles.tools} onBlur={keep}>
      <Stepper
        aria-label={`Units of ${title} in carton ${carton}`}
        of={title}
        value={value}
        change={(next) => {
          setValue(next);
          // The buttons leave the focus where it is.
          if (typeof next === 'number' && typeof value === 'number' && Math.abs(next - value) === 1)
            void save([{ titleId, carton, quantity: next }]);
        }}
        lowest={1}
        highest={MAX_SHIPMENT_UNITS}
      />
      <ActionMenu
        label={`Actions for ${title} in carton ${carton}`}
        actions={[
          ...targets
            .filter((target) => target !== carton)
            .map((target) => ({
              label: target > last ? 'Move to a new carton' : `Move to carton ${target}`,
              icon: IconPackage,
              run: () => move(target),
            })),
          {
            label: 'Take out',
            icon: IconTrash,
            run: () => void save([{ titleId, carton, quantity: 0 }]),
          },
        ]}
      />
    </span>
  );
}
