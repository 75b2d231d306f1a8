import { Suspense, useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../testing/render-page.tsx';
import { Dialog } from './dialog.tsx';
import { DayInput } from '../fields/dates/day-input.tsx';
import { lazyPart } from '../messages/lazy-part.tsx';
import { ActionMenu } from './menu.tsx';
import { Panel } from './panel.tsx';
import { Popover } from './popover.tsx';
import { ScanInput } from '../hooks/scan-input.tsx';
import { toast } from '../messages/toast.tsx';
import { useOpened } from './use-opened.ts';

function DaysPopover() {
  const [day, setDay] = useState('2026-10-12');
  return (
    <Popover label="Days" button={(props) => <button {...props}>Choose days</button>}>
      {() => <DayInput aria-label="From" value={day} onChange={setDay} />}
    </Popover>
  );
}

const days = () => page.getByRole('dialog', { name: 'Days' });
const calendar = () => page.getByRole('dialog', { name: 'Calendar' });
const daysButton = () => page.getByRole('button', { name: 'Choose days' });

describe('a popover', () => {
  test('opens and closes by its button, with the focus inside and back', async () => {
    await renderPage(DaysPopover);
    await expect.element(daysButton()).toHaveAttribute('aria-expanded', 'false');
    await daysButton().click();
    await expect.element(page.getByLabelText('From')).toHaveFocus();
    await expect.element(daysButton()).toHaveAttribute('aria-expanded', 'true');
    await daysButton().click();
    await expect.element(days()).not.toBeInTheDocument();
    await expect.element(daysButton()).toHaveFocus();
  });

  test('closes by a click outside', async () => {
    await renderPage(() => (
      <>
        <DaysPopover />
        <p style={{ marginTop: 500 }}>Elsewhere</p>
      </>
    ));
    await daysButton().click();
    await page.getByText('Elsewhere').click();
    await expect.element(days()).not.toBeInTheDocument();
  });

  test('stays open below its calendar, whose Escape closes it alone', async () => {
    await renderPage(() => (
      <Panel title="Order 7" onClose={() => toast.ok('Panel closed')}>
        <DaysPopover />
      </Panel>
    ));
    await daysButton().click();
    await page.getByRole('button', { name: 'Choose a date' }).click();
    await expect.element(calendar()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(calendar()).not.toBeInTheDocument();
    await expect.element(days()).toBeVisible();
    await page.getByRole('button', { name: 'Choose a date' }).click();
    await calendar()
      .getByRole('button', { name: /October 15/ })
      .click();
    await expect.element(page.getByLabelText('From')).toHaveValue('10/15/2026');
    await expect.element(days()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(days()).not.toBeInTheDocument();
    await expect.element(page.getByText('Panel closed')).not.toBeInTheDocument();
  });
});

function DeviceMenu() {
  const { opened, open, close } = useOpened<string>();
  return (
    <>
      <ActionMenu
        label="Actions for REG-07"
        actions={[
          { label: 'Edit', run: () => open('Edit REG-07') },
          { label: 'Delete', blocked: 'It has unsent orders.', run: () => open('Delete REG-07') },
          { label: 'Reassign…', run: () => open('Reassign REG-07') },
        ]}
      />
      {opened && (
        <Dialog title={opened} onClose={close}>
          <ActionMenu label="More" actions={[{ label: 'Copy', run: () => undefined }]} />
        </Dialog>
      )}
    </>
  );
}

const menuButton = () => page.getByRole('button', { name: 'Actions for REG-07' });
const item = (name: RegExp) => page.getByRole('menuitem', { name });

describe('a menu', () => {
  test('moves by arrow keys, Home, End and letters from its first item', async () => {
    await renderPage(DeviceMenu);
    await menuButton().click();
    await expect.element(item(/Edit/)).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(item(/Delete/)).toHaveFocus();
    await userEvent.keyboard('{End}');
    await expect.element(item(/Reassign/)).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(item(/Edit/)).toHaveFocus();
    await userEvent.keyboard('r');
    await expect.element(item(/Reassign/)).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(menuButton()).toHaveFocus();
  });

  test('leaves the focus to the item that takes it first', async () => {
    await renderPage(DeviceMenu);
    const opening = new MutationObserver(() =>
      document.querySelector<HTMLElement>('[role=menuitem]:last-child')?.focus(),
    );
    opening.observe(document.body, { childList: true, subtree: true });
    await menuButton().click();
    await expect.element(item(/Reassign/)).toHaveFocus();
    opening.disconnect();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await expect.element(item(/Reassign/)).toHaveFocus();
  });

  test('says why an action is blocked, and does not run it', async () => {
    await renderPage(DeviceMenu);
    await menuButton().click();
    await expect.element(item(/It has unsent orders/)).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(item(/Delete/)).toBeVisible();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('hands the focus to the dialog that it opens, which returns it to the button', async () => {
    await renderPage(DeviceMenu);
    await menuButton().click();
    await userEvent.keyboard('{Enter}');
    const dialog = page.getByRole('dialog', { name: 'Edit REG-07' });
    await expect.element(dialog).toBeVisible();
    await page.getByRole('button', { name: 'More' }).click();
    await expect.element(item(/Copy/)).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(item(/Copy/)).not.toBeInTheDocument();
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(menuButton()).toHaveFocus();
  });
});

/** A page that shows its keys, whose buttons open a dialog with fields once `loaded` is there. */
function stockPage(loaded: Promise<void>) {
  const StockDialog = lazyPart(async () => {
    await loaded;
    const Stock = ({ onClose, hasCodes }: { onClose: () => void; hasCodes: boolean }) => {
      const [codes, setCodes] = useState<readonly string[]>([]);
      return (
        <Dialog title="Stock" onClose={onClose}>
          <form onSubmit={onClose}>
            <button type="button">Help</button>
            <input aria-label="Units" />
            {hasCodes && <ScanInput label="Code" onScan={(code) => setCodes([...codes, code])} />}
            <output aria-label="Codes">{codes.join(', ')}</output>
          </form>
        </Dialog>
      );
    };
    return { StockDialog: Stock };
  }, 'StockDialog');
  return function StockPage() {
    const { opened, open, close } = useOpened<'count' | 'adjust'>();
    const [keys, setKeys] = useState('');
    return (
      <>
        <div onKeyDown={({ key }) => setKeys((before) => before + key)}>
          <button type="button" onClick={() => open('adjust')}>
            Adjust
          </button>
          <button type="button" onClick={() => open('count')}>
            Count
          </button>
        </div>
        <output aria-label="Page">{keys}</output>
        <Suspense>
          {opened && <StockDialog onClose={close} hasCodes={opened === 'count'} />}
        </Suspense>
      </>
    );
  };
}

const pageKeys = () => page.getByRole('status', { name: 'Page', includeHidden: true });
const stock = () => page.getByRole('dialog', { name: 'Stock' });

describe('a dialog that is still loading', () => {
  test('gets all that is typed meanwhile, in order; Enter saves nothing unseen', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await renderPage(stockPage(promise));
    await page.getByRole('button', { name: 'Adjust' }).click();
    await userEvent.keyboard('9780{Backspace}1');
    // Before the dialog is there: whoever sees it saves with Enter.
    await userEvent.keyboard('23{Enter}');
    resolve();
    await expect.element(stock().getByLabelText('Units')).toHaveValue('978123');
    await expect.element(stock().getByLabelText('Units')).toHaveFocus();
    await expect.element(pageKeys()).toBeEmptyDOMElement();
  });

  test('counts every code that is scanned meanwhile, ended by Enter or Tab', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await renderPage(stockPage(promise));
    await page.getByRole('button', { name: 'Count' }).click();
    await userEvent.keyboard('SKU-1{Enter}SKU-2{Tab}SK');
    resolve();
    await userEvent.keyboard('U-3{Enter}');
    await expect
      .element(stock().getByRole('status', { name: 'Codes' }))
      .toHaveTextContent('SKU-1, SKU-2, SKU-3');
    await expect.element(pageKeys()).toBeEmptyDOMElement();
  });

  test('is closed by Escape, and the page gets its keys back', async () => {
    await renderPage(stockPage(new Promise(() => undefined)));
    await page.getByRole('button', { name: 'Adjust' }).click();
    await userEvent.keyboard('97{Escape}jk');
    await expect.element(pageKeys()).toHaveTextContent('jk');
  });
});

describe('toasts', () => {
  test('are announced, three at most, and one takes its action back', async () => {
    let undone = 0;
    await renderPage(() => <h1>Devices</h1>);
    for (const name of ['REG-01', 'REG-02', 'REG-03']) toast.ok(`${name} added`);
    toast.ok({ title: 'REG-04 deleted', detail: 'For good.', undo: () => (undone += 1) });
    const corner = page.getByRole('status');
    await expect.element(corner.getByText('REG-04 deleted')).toBeVisible();
    await expect.element(corner.getByText('For good.')).toBeVisible();
    await expect.element(corner.getByText('REG-02 added')).toBeVisible();
    await expect.element(corner.getByText('REG-01 added')).not.toBeVisible();
    await corner.getByRole('button', { name: 'Undo' }).click();
    await expect.element(corner.getByText('REG-04 deleted')).not.toBeInTheDocument();
    expect(undone).toBe(1);
    await corner.getByRole('button', { name: 'Close' }).last().click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });
});
