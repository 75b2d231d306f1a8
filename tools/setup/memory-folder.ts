import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
/** Free bytes that the products, browsers and files of all journeys fit into. */
const NEEDED_BYTES = 4e9;

/**
 * Returns a folder in memory for temporary files, if this machine has one with enough space, else
 * its usual folder. A commit then does not wait for the disk.
 */
export function memoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (bavail * bsize >= NEEDED_BYTES) return IN_MEMORY;
  } catch {
    // Not Linux.
  }
  return tmpdir();
}
