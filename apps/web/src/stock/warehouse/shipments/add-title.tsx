import type { InventoryTitle } from '@pos/contract/stock/inventory';
import {
  MAX_SHIPMENT_CARTONS,
  type ShipmentDetails,
} from '@pos/contract/stock/warehouse/shipments';
import { formatCount } from '@pos/contract/values/counts';
import { useEffect, useId, useRef, useState } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { newId } from '#web/lib/input/new-id.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Stepper } from '#web/ui/fields/quantity-field.tsx';
import { CameraScan } from '#web/ui/camera/camera-scan.tsx';
import { ScanInput } from '#web/ui/hooks/scan-input.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { findTitles, useSetLines } from './shipments.data.ts';
import * as fieldStyles from '#web/ui/fields/fields.module.css';
import * as styles from './shipments.module.css';

/** A text that added nothing: the titles to choose from, or the error. */
type Found = { id: string; text: string; titles: readonly InventoryTitle[]; error?: string };

/** Adds titles to an open shipment by scan or search: each scan is one unit more. */
export function AddTitle({ shipment: { id, lines } }: { shipment: ShipmentDetails }) {
  const setLines = useSetLines(id);
  const [carton, setCarton] = useState<unknown>(() =>
    Math.max(1, ...lines.map((line) => line.carton)),
  );
  const [found, setFound] = useState<readonly Found[]>([]);
  const [said, setSaid] = useState<string>();
  const stepperId = useId();
  // Scans come faster than answers: each waits for the one before, and counts on from its lines.
  const turn = useRef(Promise.resolve());
  const known = useRef(lines);
  useEffect(() => {
    known.current = lines;
  }, [lines]);
  const into = typeof carton === 'number' ? carton : 1;

  const keep = (one: Omit<Found, 'id'>): void =>
    setFound((all) => [...all, { ...one, id: newId() }]);
  const leaveOut = ({ id: gone }: Found): void =>
    setFound((all) => all.filter((one) => one.id !== gone));
  const add = async (text: string, chosen: InventoryTitle): Promise<void> => {
    const { id: titleId, title } = chosen;
    const there = known.current.find((line) => line.titleId === titleId && line.carton === into);
    const quantity = (there?.quantity ?? 0) + 1;
    try {
      known.current = (await setLines.mutateAsync([{ titleId, carton: into, quantity }])).lines;
      setSaid(`${title}: ${formatCount(quantity)} in carton ${into}.`);
    } catch (error) {
      keep({ text, titles: [chosen], error: failureText(error).message });
    }
  };
  const look = async (text: string): Promise<void> => {
    setSaid(undefined);
    try {
      const titles = await findTitles(text);
      const [only, other] = titles;
      if (only && !other) await add(text, only);
      else keep({ text, titles });
    } catch (error) {
      keep({ text, titles: [], error: failureText(error).message });
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
          {said && <Notice kind="ok">{said}</Notice>}
          {found.map((one) => (
            <FoundTitles
              key={one.id}
              found={one}
              onPick={(title) => {
                leaveOut(one);
                inTurn(() => add(one.text, title));
              }}
              onAgain={() => {
                leaveOut(one);
                scanned(one.text);
              }}
              onLeaveOut={() => leaveOut(one)}
            />
          ))}
        </div>
      </div>
    </Card>
  );
}

type FoundTitlesProps = {
  found: Found;
  onPick: (title: InventoryTitle) => void;
  onAgain: () => void;
  onLeaveOut: () => void;
};

/** Titles to choose from, or why nothing was added; it stays until the person has decided. */
function FoundTitles({
  found: { text, titles, error },
  onPick,
  onAgain,
  onLeaveOut,
}: FoundTitlesProps) {
  const problem = error ?? (titles.length === 0 ? `No active title fits “${text}”.` : undefined);
  return (
    <div className="stack gap-8">
      {problem && (
        <Notice
          kind="bad"
          action={
            error !== undefined && titles.length === 0 ? (
              <Button size="sm" onClick={onAgain}>
                Try again
              </Button>
            ) : undefined
          }
        >
          {error !== undefined && `“${text}” was not added. `}
          {problem}
        </Notice>
      )}
      <ul className={styles.found} aria-label={`Titles for ${text}`}>
        {titles.map((title) => (
          <li key={title.id}>
            <Button variant="tertiary" block onClick={() => onPick(title)}>
              {[title.title, title.author].filter(Boolean).join(', ')} · warehouse has{' '}
              {formatCount(Math.max(title.availableQty, 0))}
            </Button>
          </li>
        ))}
        <li>
          <Button variant="tertiary" block onClick={onLeaveOut}>
            Leave “{text}” out
          </Button>
        </li>
      </ul>
    </div>
  );
}
