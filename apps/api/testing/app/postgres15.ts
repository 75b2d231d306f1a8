import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Binaries } from '@pos/embedded-postgres/binaries';

/** Debian's PostgreSQL 15, the oldest that the product supports; undefined if it is not installed. */
export function postgres15(): Binaries | undefined {
  const folder = '/usr/lib/postgresql/15';
  return existsSync(path.join(folder, 'bin/initdb')) ? { folder, version: '15' } : undefined;
}
