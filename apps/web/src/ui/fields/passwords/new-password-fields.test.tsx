import { ChangePasswordForm } from '@pos/contract/staff/passwords';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../../../../testing/render-page.tsx';
import { Form } from '../../form/form.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

test('strong is only a password that is taken and not common; a common one is warned of and saved', async () => {
  const saved: string[] = [];
  await renderPage(() => (
    <Form
      schema={ChangePasswordForm}
      values={{ currentPassword: 'Old-Corner-88', password: '', confirmPassword: '' }}
      save={async ({ password }) => saved.push(password)}
      onSaved={() => undefined}
      submitLabel="Save"
      saveWith="button"
      guard={false}
    >
      <NewPasswordFields />
    </Form>
  ));
  const field = page.getByLabelText('New password');
  const strength = page.getByRole('status', { name: 'Password strength' });
  for (const [password, word] of [
    ['Ab1!2', 'Medium'],
    ['Gardens88', 'Medium'],
    ['Reading Corner-88', 'Medium'],
    ['Reading-Corner-88', 'Strong'],
    ['Welcome12!', 'Weak'],
    ['P@ssw0rd12!', 'Weak'],
  ]) {
    await field.fill(password ?? '');
    await expect.element(strength).toHaveTextContent(word ?? '');
  }
  await expect
    .element(field)
    .toHaveAccessibleDescription(/This password is common and easy to guess\./);
  await page.getByLabelText('Confirm password').fill('P@ssw0rd12!');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => saved).toEqual(['P@ssw0rd12!']);
});
