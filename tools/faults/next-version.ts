import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Db } from '@pos/api/db/db.ts';
import { sql } from 'kysely';

/** Migrations of the next version: a column that the present one does not know, and an index. */
const NEXT_MIGRATIONS = {
  '9001_next.sql':
    "-- expands\nalter table orders add column next_version text not null default 'yes';\n",
  '9002_next_index.sql':
    '-- concurrently\ncreate index concurrently orders_next_idx on orders (next_version, sold_at);\n',
};

/** The API of this tree with two more migrations, in a folder of its own. */
export class NextVersion {
  readonly program: string;
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.program = path.join(folder, 'apps', 'api', 'src', 'main.ts');
  }

  static async make(): Promise<NextVersion> {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const folder = await mkdtemp(path.join(tmpdir(), 'next-version-'));
    const api = path.join(folder, 'apps', 'api');
    await mkdir(api, { recursive: true });
    for (const part of ['src', 'migrations', 'package.json'])
      await cp(path.join(root, 'apps', 'api', part), path.join(api, part), { recursive: true });
    for (const [name, migration] of Object.entries(NEXT_MIGRATIONS))
      await writeFile(path.join(api, 'migrations', name), migration);
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    return new NextVersion(folder);
  }

  remove(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }
}

/** Returns true if the migrations of the next version were applied as a whole. */
export async function hasNextVersion(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isMigrated: boolean }>`
    select (select count(*) from schema_migrations where name like '900%') = 2
      and (select indisvalid from pg_index where indexrelid = to_regclass('orders_next_idx'))
      as is_migrated`.execute(db);
  return rows[0]?.isMigrated ?? false;
}
