import { describe, expect, it } from 'vitest';
import { decodeCookie, encodeCookie } from './remember-me.ts';

describe('the remember-me cookie', () => {
  const credentials = { email: 'dana@example.com', password: 'c2VhbGVk' };

  it('is base64 of the JSON that the specification names', () => {
    expect(JSON.parse(atob(encodeCookie(credentials)))).toEqual({
      ...credentials,
      isChecked: true,
    });
  });

  it('is found among other cookies and read back', () => {
    expect(
      decodeCookie(
        `theme=dark; remember-me=${encodeCookie({ ...credentials, email: 'zoë@example.com' })}; x=1`,
      ),
    ).toEqual({ ...credentials, email: 'zoë@example.com' });
  });

  it('counts for nothing when it was tampered with', () => {
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
