import { expect, test } from 'vitest';
import { readConfig } from '@pos/api/config.ts';
import { isLocalDemo } from './demo-sign-in.ts';

test('only a demo on this machine shows how to sign in', () => {
  expect(isLocalDemo(readConfig({}))).toBe(true);
  expect(isLocalDemo(readConfig({ DEMO: '1', HOST: 'localhost' }))).toBe(true);
  const real = [
    { DEMO: '0' },
    { DATABASE_URL: 'postgres://db/pos' },
    { DATABASE_URL: 'postgres://db/pos', DEMO: '1' },
    { HOST: '0.0.0.0' },
    { HOST: '0.0.0.0', DEMO: '1' },
    { PUBLIC_URL: 'https://pos.example.com', DEMO: '1' },
  ];
  for (const environment of real) expect(isLocalDemo(readConfig(environment))).toBe(false);
});
