import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../testing/render-page.tsx';
import { Button, IconButton, type ButtonVariant } from './button.tsx';

const VARIANTS: readonly ButtonVariant[] = [
  'primary',
  'secondary',
  'quiet',
  'tertiary',
  'danger',
  'danger-solid',
];

/** Colors and pointer of a button. */
function getLook(name: string) {
  const style = getComputedStyle(page.getByRole('button', { name, exact: true }).element());
  const { color, backgroundColor, borderColor, cursor } = style;
  return { color, backgroundColor, borderColor, cursor };
}

afterEach(() => delete document.documentElement.dataset['theme']);

test.each(['light', 'dark'])(
  'a disabled button of any kind looks disabled in the %s theme, also on hover',
  async (theme) => {
    document.documentElement.dataset['theme'] = theme;
    await renderPage(() => (
      <>
        {VARIANTS.map((variant) => (
          <p key={variant}>
            <Button variant={variant}>{variant}</Button>
            <Button variant={variant} disabled>{`${variant} disabled`}</Button>
            <Button variant={variant} aria-disabled>{`${variant} aria`}</Button>
          </p>
        ))}
        <IconButton label="icon">i</IconButton>
        <IconButton label="icon disabled" disabled>
          i
        </IconButton>
        <IconButton label="icon aria" aria-disabled>
          i
        </IconButton>
      </>
    ));
    for (const kind of [...VARIANTS, 'icon']) {
      const off = getLook(`${kind} disabled`);
      expect(off.color, kind).not.toBe(getLook(kind).color);
      expect(off.cursor, kind).toBe('not-allowed');
      expect(getLook(`${kind} aria`), kind).toEqual(off);
      await userEvent.hover(page.getByRole('button', { name: `${kind} aria`, exact: true }));
      // Longer than the transition of colors.
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(getLook(`${kind} aria`), `${kind}, hovered`).toEqual(off);
    }
  },
);
