import type { KeyboardEvent, MouseEvent } from 'react';
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
