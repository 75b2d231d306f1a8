import { createHash } from 'node:crypto';
import type { Tx } from '#api/db/db.ts';
import type { UploadedFile } from '#api/http/feature.ts';

export type NewUpload = { id: string; kind: string; mode: 'check' | 'commit'; adminId: string; fairId: string | null; file: UploadedFile; result: Record<string, unknown> };

/** Keeps who sent which file and what came of it (domain 10.1). */
export async function insertUploadRow(tx: Tx, { file, result, ...upload }: NewUpload): Promise<void> {
  await tx
    .insertInto('uploads')
    .values({ ...upload, fileName: file.name.slice(0, 255), sha256: createHash('sha256').update(file.bytes).digest(), sizeBytes: file.bytes.length, result: JSON.stringify(result) })
    .execute();
}
