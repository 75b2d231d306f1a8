import { expect, it } from 'vitest';
import { maskEmail } from './mask-email.ts';

it.each([
  ['dana.whitfield@example.com', 'd…d@example.com'],
  ['bo@example.com', 'b…@example.com'],
  ['b@example.com', '…@example.com'],
])('masks %s as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});
