import type { InventoryTitle } from '@pos/contract/stock/inventory';
import {
  MAX_SHIPMENT_CARTONS,
  type ShipmentDetails,
} from '@pos/contract/stock/warehouse/shipments';
import { formatCount } from '@pos/contract/values/counts';
import { useEffect, useId, useRef, useState } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Stepper } from '#web/ui/fields/quantity-field.tsx';
import { CameraScan } from '#web/ui/camera/camera-scan.tsx';
import { ScanInput } from '#web/ui/hooks/scan-input.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { findTitles, useSetLines } from './shipments.data.ts';
import * as fieldStyles from '#web/ui/fields/fields.module.css';
import * as styles from './shipments.module.css';

type Found = { text: string; titles: readonly InventoryTitle[] };

/** Adds titles to an open shipment by scan or search: each scan is one unit more. */
export function AddTitle({ shipment: { id, lines } }: { shipment: ShipmentDetails }) {
  const setLines = useSetLines(id);
  const [carton, setCarton] = useState<unknown>(() =>
    Math.max(1, ...lines.map((line) => line.carton)),
  );
  const [found, setFound] = useState<Found>();
  const [said, setSaid] = useState<{ isBad: boolean; text: string }>();
  const stepperId = useId();
  // Scans come faster than answers: each waits for the one before, and counts on from its lines.
  const turn = useRef(Promise.resolve());
  const known = useRef(lines);
  useEffect(() => {
    known.current = lines;
  }, [lines]);
  const into = typeof carton === 'number' ? carton : 1;

  const add = async ({ id: titleId, title }: InventoryTitle): Promise<void> => {
    setFound(undefined);
    const there = known.current.find((line) => line.titleId === titleId && line.carton === into);
    const quantity = (there?.quantity ?? 0) + 1;
    try {
      known.current = (await setLines.mutateAsync([{ titleId, carton: into, quantity }])).lines;
      setSaid({ isBad: false, text: `${title}: ${formatCount(quantity)} in carton ${into}.` });
    } catch (error) {
      setSaid({ isBad: true, text: failureText(error).message });
    }
  };
  const look = async (text: string): Promise<void> => {
    setSaid(undefined);
    try {
      const titles = await findTitles(text);
      const [only, other] = titles;
      if (only && !other) await add(only);
      else setFound({ text, titles });
    } catch (error) {
      setSaid({ isBad: true, text: failureText(error).message });
    }
  };
  const inTurn = (work: () => Promise<void>): void => {
    turn.current = turn.current.then(work);
  };
  const scanned = (text: string): void => inTurn(() => look(text));
  return (
    <Card title="Add titles">
      <div className="stack gap-16">
        <div className={styles.adding}>
          <ScanInput
            label="Title"
            hint="Scan a book for one unit more, or type its number or words of its title and press Enter."
            onScan={scanned}
          />
          <div className={fieldStyles.field}>
            <label className={fieldStyles.label} htmlFor={stepperId}>
              Into carton
            </label>
            <Stepper
              id={stepperId}
              value={carton}
              change={setCarton}
              lowest={1}
              highest={MAX_SHIPMENT_CARTONS}
            />
          </div>
        </div>
        <CameraScan onScan={scanned} />
        <div aria-live="polite" className="stack gap-8">
          {said && <Notice kind={said.isBad ? 'bad' : 'ok'}>{said.text}</Notice>}
          {found && <FoundTitles found={found} onPick={(title) => inTurn(() => add(title))} />}
        </div>
      </div>
    </Card>
  );
}

type FoundTitlesProps = { found: Found; onPick: (title: InventoryTitle) => void };

/** Titles to choose from after a search. */
function FoundTitles({ found: { text, titles }, onPick }: FoundTitlesProps) {
  if (titles.length === 0) return <p className="caption">No active title fits “{text}”.</p>;
  return (
    <ul className={styles.found} aria-label={`Titles for ${text}`}>
      {titles.map((title) => (
        <li key={title.id}>
          <Button variant="tertiary" block onClick={() => onPick(title)}>
            {[title.title, title.author].filter(Boolean).join(', ')} · warehouse has{' '}
            {formatCount(Math.max(title.availableQty, 0))}
          </Button>
        </li>
      ))}
    </ul>
  );
}
