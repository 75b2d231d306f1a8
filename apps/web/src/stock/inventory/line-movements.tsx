import { formatCount } from '@pos/contract/values/counts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Ago } from '#web/ui/values/ago.tsx';
import { lineMovements } from './inventory.data.ts';
import * as styles from './line-movements.module.css';
import { movementWords } from './stock-words.ts';

/** Last stock movements of a title at its fair; nothing until they are loaded. */
export function LineMovements({ lineId }: { lineId: string }) {
  const heading = useId();
  const { data: movements } = useQuery(lineMovements(lineId));
  if (!movements?.length) return null;
  return (
    <section className={styles.movements} aria-labelledby={heading}>
      <h3 id={heading}>Last movements</h3>
      <ul className="lined" aria-labelledby={heading}>
        {movements.map((movement) => (
          <li key={movement.id}>
            <span className="two-lines">
              <span>{movementWords(movement)}</span>
              <small>
                <Ago at={movement.at} /> · <span data-private>{movement.actor}</span>
                {movement.note && ` · ${movement.note}`}
              </small>
            </span>
            <span className="numeric medium">
              {movement.delta > 0 && '+'}
              {formatCount(movement.delta)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
