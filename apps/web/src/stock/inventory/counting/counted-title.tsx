import type { FairLine } from '@pos/contract/stock/inventory';
import { formatCount } from '@pos/contract/values/counts';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { IconButton } from '#web/ui/buttons/button.tsx';
import { Stepper } from '#web/ui/fields/quantity-field.tsx';
import * as styles from './count.module.css';
import { trueOnHand } from '../stock-words.ts';

type CountedTitleProps = {
  line: FairLine;
  counted: number;
  set: (units: number) => void;
  onRemove: () => void;
};

/**
 * One counted title: corrected with buttons or by typing, or removed from the count, which differs
 * from counting zero.
 */
export function CountedTitle({ line, counted, set, onRemove }: CountedTitleProps) {
  // Typed text that is not a number yet, such as a blank field.
  const [typed, setTyped] = useState<string>();
  const difference = counted - trueOnHand(line);
  const change = (value: unknown): void => {
    const isNumber = typeof value === 'number' && Number.isInteger(value) && value >= 0;
    setTyped(isNumber ? undefined : String(value ?? ''));
    if (isNumber) set(value);
  };
  return (
    <li data-count={line.id}>
      <span className={styles.title}>
        <span className="medium ellipsis">{line.title}</span>
        <small className="numeric">
          {formatCount(trueOnHand(line))} on hand
          {difference !== 0 && (
            <b className={styles.bad}>
              {' '}
              · {difference > 0 ? '+' : ''}
              {formatCount(difference)}
            </b>
          )}
        </small>
      </span>
      <Stepper
        of={line.title}
        aria-label={`Counted of ${line.title}`}
        value={typed ?? counted}
        change={change}
        lowest={0}
        onBlur={() => setTyped(undefined)}
      />
      <IconButton label={`Remove ${line.title} from the count`} onClick={onRemove}>
        <IconX size={18} aria-hidden />
      </IconButton>
    </li>
  );
}
