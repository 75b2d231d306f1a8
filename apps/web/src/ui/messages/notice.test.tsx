import { ApiError } from '@pos/contract/client';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../../../testing/render-page.tsx';
import { ErrorNotice } from './notice.tsx';

test.each([
  { status: 404, code: 'NOT_FOUND', heading: 'Not found', shown: 'without' },
  { status: 503, code: 'NOT_READY', heading: 'The order could not be loaded', shown: 'with' },
] as const)('$code is shown $shown Try again', async ({ status, code, heading, shown }) => {
  const refusal = { code, message: 'The reason.', requestId: 'req-1' };
  await renderPage(() => (
    <ErrorNotice what="The order" error={new ApiError(status, refusal)} retry={() => undefined} />
  ));
  await expect.element(page.getByRole('heading', { name: heading })).toBeVisible();
  await expect.element(page.getByText('The reason.')).toBeVisible();
  expect(page.getByRole('button', { name: 'Try again' }).query() !== null).toBe(shown === 'with');
});
