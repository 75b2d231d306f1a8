import type { KeyboardEvent, MouseEvent, RefObject } from 'react';
import { useStepKeys, type Step } from '../../hooks/use-step-keys.ts';
import type { Selection } from './selection.ts';

/**
 * Handles keys: ↑ and ↓ move between rows; Enter opens, as on any link; Space selects, if rows can
 * be selected.
 */
export function moveBetweenRows<Row>(
  event: KeyboardEvent<HTMLTableElement>,
  selection: Selection<Row> | undefined,
): void {
  if (event.key === ' ' && selection && (event.target as HTMLElement).matches('[data-row]')) {
    const id = (event.target as HTMLElement).closest<HTMLElement>('tr[data-id]')?.dataset['id'];
    if (id) selection.toggle(id, event.shiftKey);
    event.preventDefault();
    return;
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const target = event.target as HTMLElement;
  const row = target.closest('tbody tr');
  if (!row || target.getAttribute('aria-expanded') === 'true') return;
  const next = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
  const link = next?.querySelector<HTMLElement>('[data-row]');
  if (!link) return;
  event.preventDefault();
  link.focus();
}

/**
 * Moves through the rows of a list by J and K: from the row that has the focus or is open, or else
 * to the first row. An open record with buttons to its neighbors takes these keys itself.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>): void {
  useStepKeys((by: Step) => {
    if (!list.current || document.querySelector('main [data-part=step-buttons]')) return false;
    const rows = [...list.current.querySelectorAll<HTMLElement>('[data-id]')];
    const current = rows.findIndex(
      (row) => row.contains(document.activeElement) || row.querySelector('[aria-current=page]'),
    );
    const next = rows[current < 0 ? 0 : current + by];
    next
      ?.querySelector<HTMLElement>(
        next.querySelector('[data-row]') ? '[data-row]' : 'button:not([data-part=edit-cell])',
      )
      ?.focus();
    return true;
  });
}

/** Opens the row clicked anywhere, except on controls and while text is selected. */
export function openRow(
  event: MouseEvent<HTMLTableSectionElement>,
  open: (to: string) => void,
): void {
  const target = event.target as HTMLElement;
  const to = target.closest<HTMLElement>('tr[data-opens]')?.dataset['opens'];
  // Clicks in a row's open menu bubble through here, though it is elsewhere in the page.
  if (
    !to ||
    !event.currentTarget.contains(target) ||
    target.closest('a, button, input, label') ||
    String(getSelection()) !== ''
  )
    return;
  if (event.button === 1 || event.ctrlKey || event.metaKey) window.open(to, '_blank', 'noopener');
  else if (event.button === 0) open(to);
}
