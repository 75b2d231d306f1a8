import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { replaceFile } from '@pos/basics/durable-file';

/**
 * Data needed to start a cluster again: `postgres.json` in the data folder, readable only by its
 * owner. `folder` is relative to the data folder (or absolute, if the cluster had to be elsewhere),
 * so a data folder may be moved.
 */
const ClusterRecord = z.object({
  layout: z.literal(1),
  major: z.int(),
  folder: z.string(),
  /** False while the cluster is being created for the first time. */
  complete: z.boolean(),
  superuserPassword: z.string(),
  password: z.string(),
});
export type ClusterRecord = z.infer<typeof ClusterRecord>;

export async function readRecord(dataDir: string): Promise<ClusterRecord | undefined> {
  const file = recordFile(dataDir);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(
      `${file} could not be read (${(error as Error).message}). Start POS Admin as the user that created it.`,
      { cause: error },
    );
  }
  try {
    return ClusterRecord.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(
      `${file} is damaged, or was written by another version of POS Admin. Restore it from your backup: it holds the password of the database beside it.`,
      { cause: error },
    );
  }
}

export async function writeRecord(dataDir: string, record: ClusterRecord): Promise<void> {
  await replaceFile(recordFile(dataDir), `${JSON.stringify(record, null, 2)}\n`);
}

const recordFile = (dataDir: string) => path.join(dataDir, 'postgres.json');
