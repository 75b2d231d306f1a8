import { ApiError } from '@pos/contract/client';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../../../testing/render-page.tsx';
import { ErrorNotice } from './notice.tsx';

test.each([
  { status: 404, code: 'NOT_FOUND', heading: 'Not found', shown: 'without' },
  { status: 503, code: 'NOT_READY', heading: 'The order could not be loaded', shown: 'with' },
] as const)(
  '$code is shown $shown Try again and a reference',
  async ({ status, code, heading, shown }) => {
    const refusal = { code, message: 'The reason.', requestId: 'req-1' };
    await renderPage(() => (
      <ErrorNotice what="The order" error={new ApiError(status, refusal)} retry={() => undefined} />
    ));
    await expect.element(page.getByRole('heading', { name: heading })).toBeVisible();
    await expect.element(page.getByText('The reason.')).toBeVisible();
    for (const part of [page.getByRole('button', { name: 'Try again' }), page.getByText('req-1')])
      expect(part.query() !== null).toBe(shown === 'with');
  },
);
