import { describe, expect, it } from 'vitest';
import { decodeCookie, encodeCookie } from './remember-me.ts';

describe('the remember-me cookie', () => {
  const credentials = { email: 'dana@example.com', password: 'c2VhbGVk' };

  it("is base64 of the specification's JSON", () => {
    expect(JSON.parse(atob(encodeCookie(credentials)))).toEqual({
      ...credentials,
      isChecked: true,
    });
  });

  it('is found among other cookies and decoded', () => {
    expect(
      decodeCookie(
        `theme=dark; remember-me=${encodeCookie({ ...credentials, email: 'zoë@example.com' })}; x=1`,
      ),
    ).toEqual({ ...credentials, email: 'zoë@example.com' });
  });

  it('is ignored if it was tampered with', () => {
    for (const value of [
      '%%%',
      btoa('not json'),
      btoa('{"email":"a@example.com"}'),
      btoa('{"email":"a@example.com","password":"x","isChecked":false}'),
      btoa('[]'),
    ]) {
      expect(decodeCookie(`remember-me=${value}`)).toBeUndefined();
    }
    expect(decodeCookie('theme=dark')).toBeUndefined();
  });
});
