import { describe, expect, it } from 'vitest';
import { changedFields } from './draft-changes.ts';

describe('what a draft holds of a form', () => {
  it("is the difference from the form's initial values", () => {
    const begun = {
      name: 'Fall',
      address: '',
      deviceIds: ['a'],
      salesTaxRate: undefined,
      adminId: null,
      version: 3,
    };
    expect(changedFields(begun, { ...begun, name: 'Spring', deviceIds: ['a', 'b'] })).toEqual([
      'name',
      'deviceIds',
    ]);
    expect(changedFields(begun, { ...begun, salesTaxRate: 0 })).toEqual(['salesTaxRate']);
  });

  it('treats blank values as equal, and ignores the version', () => {
    const begun = { address: '', salesTaxRate: undefined, adminId: null, version: 3 };
    expect(
      changedFields(begun, { address: null, salesTaxRate: '', adminId: undefined, version: 4 }),
    ).toEqual([]);
  });

  it('never holds a password, a secret code, a code or a token', () => {
    const secrets = {
      password: 'x',
      currentPassword: 'x',
      newPassword: 'x',
      confirmPassword: 'x',
      secretCode: '1234',
      code: '123456',
      token: 't',
    };
    expect(changedFields({}, { ...secrets, countryCode: '+1', zip: '61602' })).toEqual([
      'countryCode',
      'zip',
    ]);
  });
});
