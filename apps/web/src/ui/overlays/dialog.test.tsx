import { ApiError } from '@pos/contract/client';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../testing/render-page.tsx';
import { ConfirmDialog } from './dialog.tsx';
import { useOpened } from './use-opened.ts';

/** A page with a button that asks before it deletes a device. */
function devicePage(confirm: () => Promise<unknown>) {
  return function DevicePage() {
    const { opened, open, close } = useOpened<string>();
    return (
      <>
        <button type="button" onClick={() => open('REG-07')}>
          Delete device
        </button>
        {opened && (
          <ConfirmDialog
            title={`Delete device ${opened}?`}
            confirmLabel={`Delete ${opened}`}
            isDanger
            confirm={confirm}
            onClose={close}
          >
            Its pairing ends at once.
          </ConfirmDialog>
        )}
      </>
    );
  };
}

const opener = () => page.getByRole('button', { name: 'Delete device' });
const dialog = () => page.getByRole('dialog', { name: 'Delete device REG-07?' });

describe('a dialog that asks', () => {
  test('takes the focus and keeps it, closes by Escape, and returns the focus', async () => {
    await renderPage(devicePage(async () => undefined));
    await opener().click();
    await expect.element(dialog()).toBeVisible();
    for (let press = 0; press < 5; press += 1) {
      await userEvent.tab();
      expect(dialog().element().contains(document.activeElement)).toBe(true);
    }
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(opener()).toHaveFocus();
  });

  test('does nothing when it is canceled', async () => {
    let calls = 0;
    await renderPage(devicePage(async () => (calls += 1)));
    await opener().click();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(calls).toBe(0);
  });

  test('acts once, says that it is working, and closes when it is done', async () => {
    let calls = 0;
    const answer = Promise.withResolvers<void>();
    await renderPage(
      devicePage(async () => {
        calls += 1;
        await answer.promise;
      }),
    );
    await opener().click();
    await dialog().getByRole('button', { name: 'Delete REG-07' }).click();
    const busy = dialog().getByRole('button', { name: 'Working…' });
    await expect.element(busy).toBeVisible();
    await busy.click({ force: true });
    answer.resolve();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(calls).toBe(1);
  });

  test('stays open with the reason and its links when the action is refused', async () => {
    await renderPage(
      devicePage(async () => {
        throw new ApiError(409, {
          code: 'IN_USE',
          message: 'REG-07 has orders that were not sent.',
          reasons: [{ code: 'FAIR', text: 'Maple Grove Fall Fair', link: '/records/4' }],
          requestId: 'r1',
        });
      }),
    );
    await opener().click();
    await dialog().getByRole('button', { name: 'Delete REG-07' }).click();
    await expect.element(dialog().getByText('REG-07 has orders that were not sent.')).toBeVisible();
    await dialog().getByRole('link', { name: 'Maple Grove Fall Fair' }).click();
    await expect.element(page.getByRole('heading', { name: 'Record' })).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
  });
});
