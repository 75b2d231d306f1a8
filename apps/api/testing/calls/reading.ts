import type { ActivityEntity, ActivityEntry } from '@pos/contract/staff/activity';
import type { Call, Endpoint } from '@pos/contract/endpoint';
import { download } from './downloads.ts';
import { readPdf } from '../files/pdf-pages.ts';
import type { TestApi } from '../app/test-api.ts';

/** Returns the activity of a record as the owner sees it, newest first. */
export async function readActivity(
  test: TestApi,
  entity: ActivityEntity,
  entityId: string,
): Promise<ActivityEntry[]> {
  return (await test.ask.activity.list({ query: { entity, entityId } })).results;
}

/** Returns the actions of a record's activity, newest first. */
export async function getActions(test: TestApi, entity: ActivityEntity, entityId: string) {
  return (await readActivity(test, entity, entityId)).map(({ action }) => action);
}

/** Downloads a PDF and reads it; `text` is that of all pages. */
export async function fetchPdf<E extends Endpoint>(test: TestApi, endpoint: E, call: Call<E>) {
  const pdf = await readPdf((await download(test, endpoint, call)).bytes);
  return { ...pdf, text: pdf.pages.join('\n') };
}
