import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

describe('the support contact', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp();
    await test.db.updateTable('settings').set({ supportEmail: 'help@fairs.example.com', supportPhone: '(555) 010-2030' }).execute();
  });

  it('is told to a stranger, and nothing else of the settings', async () => {
    expect(await test.client().settings.supportContact()).toEqual({ data: { email: 'help@fairs.example.com', phone: '(555) 010-2030' } });
  });
});
