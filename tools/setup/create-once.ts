import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

/**
 * Creates a folder with `fill` unless it exists. Several processes may do so at once: each fills a
 * folder of its own, and the first to finish gives its folder the name, so that nobody sees a part.
 */
export async function createOnce(
  folder: string,
  fill: (target: string) => Promise<void>,
): Promise<void> {
  if (existsSync(folder)) return;
  const target = `${folder}.${process.pid}.${crypto.randomUUID()}`;
  await mkdir(path.dirname(folder), { recursive: true });
  try {
    await fill(target);
    await rename(target, folder);
  } catch (error) {
    // Another one was first.
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(target, { recursive: true, force: true });
  }
}
