import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../../../testing/render-page.tsx';
import { ExportDialog } from './export-dialog.tsx';

const renderDialog = (count: number, isCapped: boolean) =>
  function OrdersExport() {
    return (
      <ExportDialog
        list="orders"
        query={{}}
        total={{ count, isCapped }}
        onClose={() => undefined}
      />
    );
  };

test('an export of more rows than were counted claims no exact number', async () => {
  await renderPage(renderDialog(1_000, true));
  await expect.element(page.getByRole('dialog', { name: 'Export 1,000+ orders' })).toBeVisible();
});

test('an export names the exact number of rows if it is known', async () => {
  await renderPage(renderDialog(1_000, false));
  await expect.element(page.getByRole('dialog', { name: 'Export 1,000 orders' })).toBeVisible();
});
