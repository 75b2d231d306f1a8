import type { PlacedField } from '@pos/contract/templates/template-fields';
import { expect, it } from 'vitest';
import { DraftSaver } from './draft-saver.ts';
import { newQr } from '../placing.ts';

const draft = (): PlacedField[] => [
  newQr('01900000-0000-4000-8000-000000000001', { width: 612, height: 792 }, 1),
];

it('saves in sequence, each over the last version, ending with the newest fields', async () => {
  const sent: { fields: readonly PlacedField[]; version: number }[] = [];
  const [one, two, three] = [draft(), draft(), draft()];
  const saver = new DraftSaver(
    { fields: [], version: 4, updatedAt: '2026-10-12T12:00:00Z' },
    async (fields, version) => {
      sent.push({ fields, version });
      // A change made during a save is sent with the next one.
      if (fields === one) saver.want(three);
      await Promise.resolve();
      return { version: version + 1, updatedAt: '2026-10-12T12:00:01Z' };
    },
  );
  saver.want(two);
  saver.want(one);
  expect(saver.state().isWaiting).toBe(true);
  expect(await Promise.all([saver.flush(), saver.flush()])).toEqual([6, 6]);
  expect(sent).toEqual([
    { fields: one, version: 4 },
    { fields: three, version: 5 },
  ]);
  expect(saver.state()).toEqual({
    at: '2026-10-12T12:00:01Z',
    isWaiting: false,
    failure: undefined,
  });
});

it("keeps refused fields, reports it, and saves them over a colleague's version", async () => {
  const refusal = new Error('stale');
  const fields = draft();
  const saver = new DraftSaver(
    { fields: [], version: 1, updatedAt: '2026-10-12T12:00:00Z' },
    async (_, version) => {
      if (version === 1) throw refusal;
      return { version: version + 1, updatedAt: '2026-10-12T12:00:01Z' };
    },
  );
  saver.want(fields);
  await expect(saver.flush()).rejects.toBe(refusal);
  expect(saver.state()).toMatchObject({ isWaiting: true, failure: refusal });
  await saver.overwrite(7);
  expect(saver.version).toBe(8);
  expect(saver.state()).toMatchObject({ isWaiting: false, failure: undefined });
});
