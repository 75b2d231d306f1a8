import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { IconButton } from './button.tsx';
import * as styles from './step-buttons.module.css';
import { useStepKeys } from '../hooks/use-step-keys.ts';

/** Ways to the records before and after the open one; undefined at the ends of the list. */
export type Neighbors = { previous: (() => void) | undefined; next: (() => void) | undefined };

type StepButtonsProps = Neighbors & {
  /** Kind of record in the labels: "order". */
  what: string;
  /** ID of the open record. */
  id: string;
};

/**
 * Buttons to the previous and next record of the list, beside the title of the open one; K and J
 * press them. The row of the open record stays in sight.
 */
export function StepButtons({ what, id, previous, next }: StepButtonsProps) {
  const box = useRef<HTMLSpanElement>(null);
  const first = useRef(id);
  useStepKeys((by) => {
    const step = by === 1 ? next : previous;
    if (!step) return false;
    box.current
      ?.closest('[data-part=panel], [data-part=record-head]')
      ?.querySelector<HTMLElement>('h1, h2')
      ?.focus({ preventScroll: true });
    step();
    return true;
  });
  useEffect(() => {
    // Opening the first record moves nothing in the list.
    if (id === first.current) return;
    first.current = '';
    document.querySelector(`main [data-id="${id}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [id]);
  return (
    <span ref={box} className={styles.steps} data-part="step-buttons">
      <IconButton
        label={`Previous ${what}`}
        aria-keyshortcuts="K"
        aria-disabled={!previous}
        onClick={previous}
      >
        <IconChevronLeft size={18} aria-hidden />
      </IconButton>
      <IconButton label={`Next ${what}`} aria-keyshortcuts="J" aria-disabled={!next} onClick={next}>
        <IconChevronRight size={18} aria-hidden />
      </IconButton>
    </span>
  );
}
