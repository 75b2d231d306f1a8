import { ApiError } from '@pos/contract/client';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { renderPage } from '../../../testing/render-page.tsx';
import { TextField } from '../fields/text-fields.tsx';
import { Form } from './form.tsx';
import { toast } from '../messages/toast.tsx';

const School = z.object({
  name: z.string('Enter the name of the school.').min(1, 'Enter the name of the school.'),
  zip: z.string('Enter the ZIP code.').regex(/^\d{5}$/, 'Enter five digits.'),
});
type School = z.output<typeof School>;

/** A form with two fields that `save` stores; `saveWith` as for the form. */
function schoolPage(
  save: (values: School) => Promise<unknown>,
  saveWith: 'bar' | 'button' = 'button',
) {
  return function SchoolPage() {
    return (
      <Form
        schema={School}
        values={{ name: saveWith === 'bar' ? 'Maple Grove' : '', zip: '60601' }}
        save={save}
        onSaved={() => toast.ok('The school was saved')}
        submitLabel="Save school"
        saveWith={saveWith}
        onCancel={() => toast.ok('Nothing was changed')}
        guard={false}
      >
        <TextField name="name" label="School name" />
        <TextField name="zip" label="ZIP code" />
      </Form>
    );
  };
}

/** Refuses the name, as the server does. */
async function refuseName(): Promise<never> {
  throw new ApiError(422, {
    code: 'VALIDATION_FAILED',
    message: 'Check the marked fields.',
    errors: { name: 'This name is already used.' },
    requestId: 'r1',
  });
}

const nameField = () => page.getByRole('textbox', { name: 'School name' });
const zipField = () => page.getByRole('textbox', { name: 'ZIP code' });
const saveButton = () => page.getByRole('button', { name: 'Save school' });

describe('a form', () => {
  test('shows a message at each wrong field and in a summary, and saves nothing', async () => {
    const saved: School[] = [];
    await renderPage(schoolPage(async (values) => saved.push(values)));
    await zipField().fill('6060');
    await saveButton().click();
    await expect.element(page.getByText('2 fields need your attention')).toBeVisible();
    await expect.element(nameField()).toHaveFocus();
    await expect.element(nameField()).toHaveAccessibleDescription('Enter the name of the school.');
    await expect.element(zipField()).toHaveAccessibleDescription('Enter five digits.');
    await page.getByRole('link', { name: 'ZIP code: Enter five digits.' }).click();
    await expect.element(zipField()).toHaveFocus();
    expect(saved).toEqual([]);
  });

  test('says nothing about a field before it was left, then at once', async () => {
    await renderPage(schoolPage(async () => undefined));
    await zipField().fill('606');
    await expect.element(zipField()).toHaveAttribute('aria-invalid', 'false');
    await userEvent.tab();
    await expect.element(zipField()).toHaveAccessibleDescription('Enter five digits.');
    await zipField().fill('60602');
    await expect.element(zipField()).toHaveAttribute('aria-invalid', 'false');
  });

  test('shows no message while a button is pressed, which would move it from under the click', async () => {
    await renderPage(schoolPage(async () => undefined));
    await zipField().fill('606');
    let invalidBeforeRelease = '';
    const look = () =>
      (invalidBeforeRelease = zipField().element().getAttribute('aria-invalid') ?? '');
    document.addEventListener('pointerup', look, { capture: true, once: true });
    await page.getByRole('button', { name: 'Cancel' }).click({ delay: 300 });
    await expect.element(page.getByText('Nothing was changed')).toBeVisible();
    expect(invalidBeforeRelease).toBe('false');
    await expect.element(zipField()).toHaveAccessibleDescription('Enter five digits.');
  });

  test('saves trimmed values by Enter', async () => {
    const saved: School[] = [];
    await renderPage(schoolPage(async (values) => saved.push(values)));
    await nameField().fill('  Oak Hill ');
    await zipField().fill('60602');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('The school was saved')).toBeVisible();
    expect(saved).toEqual([{ name: 'Oak Hill', zip: '60602' }]);
  });

  test('shows the server’s message at its field and keeps what was typed', async () => {
    await renderPage(schoolPage(refuseName));
    await nameField().fill('Maple Grove');
    await saveButton().click();
    await expect.element(nameField()).toHaveAccessibleDescription('This name is already used.');
    await expect.element(nameField()).toHaveValue('Maple Grove');
    await expect.element(nameField()).toHaveFocus();
  });

  test('keeps the server’s message when the focus moves from another field to it', async () => {
    await renderPage(schoolPage(refuseName));
    await nameField().fill('Maple Grove');
    await zipField().fill('60602');
    await userEvent.keyboard('{Enter}');
    await expect.element(nameField()).toHaveFocus();
    // By then, leaving the other field has validated again what depends on it.
    await saveButton().hover();
    await expect.element(nameField()).toHaveAccessibleDescription('This name is already used.');
  });

  test('cannot be sent twice while it is saving', async () => {
    let calls = 0;
    const answer = Promise.withResolvers<void>();
    await renderPage(
      schoolPage(async () => {
        calls += 1;
        await answer.promise;
      }),
    );
    await nameField().fill('Maple Grove');
    await userEvent.keyboard('{Enter}{Enter}{Control>}s{/Control}');
    answer.resolve();
    await expect.element(page.getByText('The school was saved')).toBeVisible();
    expect(calls).toBe(1);
  });

  test('shows a bar with the changed fields, which saves by Ctrl+S or discards', async () => {
    const saved: School[] = [];
    await renderPage(schoolPage(async (values) => saved.push(values), 'bar'));
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await expect.element(bar).not.toBeInTheDocument();
    await nameField().fill('Oak Hill');
    await expect.element(bar.getByText('School name')).toBeVisible();
    await bar.getByRole('button', { name: 'Discard' }).click();
    await expect.element(nameField()).toHaveValue('Maple Grove');
    await nameField().fill('Oak Hill');
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(page.getByText('The school was saved')).toBeVisible();
    await expect.element(bar).not.toBeInTheDocument();
    expect(saved.map(({ name }) => name)).toEqual(['Oak Hill']);
  });
});
