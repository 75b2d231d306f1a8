import { fetchFile, type Send } from '@pos/contract/client';
import { reportsApi } from '@pos/contract/reports/reports';
import type { Call } from '@pos/contract/endpoint';

/** Downloads a report as a file, with the token that `send` carries. */
export async function reportFile(
  send: Send,
  query: Call<typeof reportsApi.run>['query'],
): Promise<Buffer> {
  const { blob } = await fetchFile(reportsApi.run, { query }, send);
  return Buffer.from(await blob.arrayBuffer());
}
