import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '@pos/basics/durable-file';
import type { Config } from '@pos/api/config.ts';
import type { Db } from '@pos/api/db/db.ts';
import type { DemoSignIn } from '@pos/api/http/pages/web-app.ts';
import { verifyPassword } from '@pos/api/hashing/passwords.ts';
import type { Running } from '@pos/api/start.ts';

/**
 * True for a demo that only this machine can reach: demo season, embedded database, and listening
 * and linking to the loopback address. Anything else never shows a password.
 */
export function isLocalDemo({ demo, databaseUrl, host, publicUrl }: Config): boolean {
  return (
    demo && databaseUrl === undefined && isLoopback(host) && isLoopback(new URL(publicUrl).hostname)
  );
}

/**
 * Sign-in of the demo's owner for its sign-in page. The generated password is kept in the data
 * folder, readable by its owner only, until somebody chooses another one.
 */
export class DemoOwner {
  readonly #file: string;
  readonly #isDemo: boolean;
  #known: { db: Db; owner: Running['owner']; password?: string; hash?: string } | undefined;

  constructor(config: Config) {
    this.#isDemo = isLocalDemo(config);
    this.#file = path.join(config.dataDir, 'demo-password');
  }

  /** Learns the owner of a started product, and the generated password as long as it is valid. */
  async learn({ db, owner }: Running): Promise<void> {
    if (!this.#isDemo) return;
    if (owner.generatedPassword !== undefined)
      await replaceFile(this.#file, owner.generatedPassword);
    const password = await readFile(this.#file, 'utf8').catch(() => undefined);
    const hash = await findPasswordHash(db, owner.id);
    if (password !== undefined && hash !== undefined && (await verifyPassword(hash, password)))
      this.#known = { db, owner, password, hash };
    else {
      await rm(this.#file, { force: true });
      this.#known = { db, owner };
    }
  }

  /** Returns the owner's sign-in; without the password once it was changed. */
  readonly signIn = async (): Promise<DemoSignIn | undefined> => {
    if (!this.#known) return undefined;
    const { db, owner, password, hash } = this.#known;
    const { email } = owner;
    return password !== undefined && hash === (await findPasswordHash(db, owner.id))
      ? { email, password }
      : { email };
  };
}

async function findPasswordHash(db: Db, adminId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('admins')
    .select('passwordHash')
    .where('id', '=', adminId)
    .executeTakeFirst();
  return row?.passwordHash ?? undefined;
}

function isLoopback(host: string): boolean {
  return ['localhost', '127.0.0.1', '::1', '[::1]'].includes(host);
}
