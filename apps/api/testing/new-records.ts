/** Parts of new records that tests do not look at. */

export const DANA = {
  firstName: 'Dana',
  lastName: 'Whitfield',
  countryCode: '+1' as const,
  phone: '5551234567',
};
export const TABLET = {
  purchaseDate: '2026-01-01',
  warrantyDate: '2028-01-01',
  model: 1 as const,
  adminId: null,
};
/** Address of a school. */
export const ADA = { address: '1 Lake Rd', city: 'Ada', state: 'MI', zip: '49301' };
