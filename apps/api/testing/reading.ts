import type { ActivityEntity, ActivityEntry } from '@pos/contract/activity';
import { fetchFile } from '@pos/contract/client';
import type { Call, Endpoint } from '@pos/contract/endpoint';
import { type ReadPdf, readPdf } from './pdf-text.ts';
import type { TestApi } from './test-api.ts';

/** Returns the activity of a record as the owner sees it, newest first. */
export async function activityOf(
  test: TestApi,
  entity: ActivityEntity,
  entityId: string,
): Promise<ActivityEntry[]> {
  return (await test.ask.activity.list({ query: { entity, entityId } })).results;
}

/** Returns the actions of a record's activity, newest first. */
export async function actionsOf(test: TestApi, entity: ActivityEntity, entityId: string) {
  return (await activityOf(test, entity, entityId)).map(({ action }) => action);
}

/** Downloads a file, with the rights of the owner unless a token is given. */
export async function fetchBytes<E extends Endpoint>(
  test: TestApi,
  endpoint: E,
  call: Call<E>,
  token = test.ownerToken,
): Promise<Buffer> {
  const { blob } = await fetchFile(endpoint, call, test.send(token));
  return Buffer.from(await blob.arrayBuffer());
}

/** Downloads a PDF and reads it; `text` is that of all pages. */
export async function fetchPdf<E extends Endpoint>(
  test: TestApi,
  endpoint: E,
  call: Call<E>,
): Promise<ReadPdf & { text: string }> {
  const pdf = readPdf(await fetchBytes(test, endpoint, call));
  return { ...pdf, text: pdf.pages.join('\n') };
}
