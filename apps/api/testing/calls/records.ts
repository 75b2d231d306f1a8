import type { FairDetails } from '@pos/contract/fairs/fairs';
import type { FairChanges } from '@pos/contract/fairs/fair-changes';
import { toForm } from '../selling/new-records.ts';
import type { TestApi } from '../app/test-api.ts';

/** Marks a fair as closed out, or as open again, without the figures of a close-out. */
export async function setCloseOut(
  { db }: TestApi,
  { id }: { id: string },
  closeOutState: 'finished' | 'open',
): Promise<void> {
  await db.updateTable('fairs').set({ closeOutState }).where('id', '=', id).execute();
}

/** Saves a fair as staff do who open its form and change some fields. */
export async function changeFair(
  test: TestApi,
  { id }: { id: string },
  changes: Partial<FairChanges>,
): Promise<FairDetails> {
  const body = { ...toForm(await test.ask.fairs.getById({ params: { id } })), ...changes };
  return await test.ask.fairs.update({ params: { id }, body });
}
