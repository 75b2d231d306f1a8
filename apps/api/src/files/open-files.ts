import type { Db } from '#api/db/db.ts';
import { databaseFiles } from './database-files.ts';
import type { FileStore } from './file-store.ts';
import { folderFiles } from './folder-files.ts';

/** Opens the store in a folder that all processes share, or without one that in the database. */
export const openFiles = (db: Db, filesDir: string | undefined): FileStore =>
  filesDir === undefined ? databaseFiles(db) : folderFiles(filesDir);
