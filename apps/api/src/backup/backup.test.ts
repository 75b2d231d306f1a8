import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { sql } from 'kysely';
import { openFiles } from '../files/open-files.ts';
import type { FileStore } from '../files/file-store.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { checkJournal } from '#testing/journal-check.ts';
import { lateCommandComplete } from '#testing/late-command-complete.ts';
import { openFair } from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { backupTo, restoreFrom } from '../backup-programs.ts';
import { readConfig } from '../config.ts';
import { openDb } from '../db/db.ts';
import { seal, unseal } from './backup-cipher.ts';
import { decodeFrames, encodeFrames } from './backup-file.ts';

const PASSPHRASE = 'seven fairs in one week';
const BY_PASSPHRASE = { BACKUP_PASSPHRASE: PASSPHRASE };
/** A stored file of more than one piece. */
const FILE = 'export.1.csv';
const CONTENT = 'Order,Total\n'.repeat(60_000);
const SECRET = 'the secret key of the company, long enough';

// Whole databases are written and read.
describe('a backup', { timeout: 120_000 }, async () => {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const ended: (() => Promise<void>)[] = [];

  /** Settings of the company's machine, and of an empty one. */
  const here = () => ({ DATABASE_URL: test.url, DATA_DIR: test.dataDir, SECRET_KEY: SECRET });
  const emptyMachine = async () => {
    const database = await testDatabase({ migrated: false });
    ended.push(() => database.drop());
    return {
      DATABASE_URL: database.url,
      DATA_DIR: path.join(folder, randomBytes(4).toString('hex')),
    };
  };
  const backup = (to: string, env: Record<string, string> = byKey) =>
    backupTo({ config: readConfig({ ...here(), ...env }), file: to, say });
  const restore = (
    from: string,
    machine: Record<string, string>,
    env: Record<string, string> = byKey,
  ) => restoreFrom({ config: readConfig({ ...machine, ...env }), file: from, say });

  const folder = await mkdtemp(path.join(tmpdir(), 'backup-'));
  const identity = await generateX25519Identity();
  const byKey = {
    BACKUP_RECIPIENT: await identityToRecipient(identity),
    BACKUP_IDENTITY: path.join(folder, 'key.txt'),
  };
  await writeFile(byKey.BACKUP_IDENTITY, `# kept in the safe\n${identity}\n`);
  const test = await startTestApp();
  const floor = await openFair(test);
  const file = path.join(folder, 'fair.backup');
  const register = await floor.logIn('REG-FIRST');
  await register.handIn(register.sold(), register.sold());
  await test.files.write(FILE, (out) => pipeline(Readable.from([CONTENT]), out));
  await backup(file);
  afterAll(async () => {
    for (const end of ended) await end();
    await rm(folder, { recursive: true });
  });

  /** Rows of every table, as text. */
  async function contents(url: string): Promise<Record<string, unknown>> {
    const db = openDb(url, () => undefined, { size: 1, statementTimeout: 0 });
    try {
      const { rows } = await sql<{ name: string }>`
        select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r'
          and relname not in ('live_events', 'schema_migrations', 'activity_seals', 'shared_setup',
            'stored_files')
        order by 1`.execute(db);
      const found: Record<string, unknown> = {};
      for (const { name } of rows) {
        const table =
          await sql`select count(*), md5(string_agg(t::text, '|' order by t::text)) as md5
          from ${sql.table(name)} t`.execute(db);
        found[name] = table.rows[0];
      }
      return found;
    } finally {
      await db.destroy();
    }
  }

  /** Keys, references, indexes and triggers of every table, as text. */
  async function definitions(url: string): Promise<string[]> {
    const db = openDb(url, () => undefined, { size: 1, statementTimeout: 0 });
    const { rows } = await sql<{ text: string }>`
      select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as text
      from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0
      union all
      select pg_get_indexdef(indexrelid) || ' ' || indisprimary || ' ' || indisvalid
      from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = 'public'::regnamespace
      union all
      select pg_get_triggerdef(t.oid) || ' ' || tgenabled::text
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = 'public'::regnamespace and not tgisinternal
      order by 1`.execute(db);
    await db.destroy();
    return rows.map(({ text }) => text);
  }

  it('is restored with the same rows, files and secret, and the product works on it', async () => {
    const jobId = await addExport();
    const again = path.join(folder, 'again.backup');
    await backup(again, BY_PASSPHRASE);
    const machine = await emptyMachine();
    await restore(again, machine, BY_PASSPHRASE);
    expect(said.at(-1)).toContain('invariants hold');
    expect(await contents(machine.DATABASE_URL)).toEqual(await contents(test.url));
    expect(await definitions(machine.DATABASE_URL)).toEqual(await definitions(test.url));
    expect((await readFile(path.join(machine.DATA_DIR, 'secret-key'), 'utf8')).trim()).toBe(SECRET);
    const db = openDb(machine.DATABASE_URL, () => undefined);
    expect(await textOf(openFiles(db, undefined))).toBe(CONTENT);
    const seq = await sql<{ next: number }>`
      select nextval(pg_get_serial_sequence('activity', 'seq')) as next`.execute(db);
    const highest = await db
      .selectFrom('activity')
      .select(sql<number>`max(seq)`.as('seq'))
      .execute();
    await db.destroy();
    expect(seq.rows[0]!.next).toBe(highest[0]!.seq + 1);
    await test.db.deleteFrom('jobs').where('id', '=', jobId).execute();
  });

  /** Adds a finished export with its file. */
  async function addExport(): Promise<string> {
    const id = '018f0000-0000-7000-8000-000000000001';
    await test.db
      .insertInto('jobs')
      .values({
        id,
        kind: 'export',
        ownerId: test.ownerId,
        status: 'succeeded',
        progress: 100,
        fileName: 'orders.csv',
        storedFile: FILE,
        finishedAt: sql<string>`now()`,
      })
      .execute();
    return id;
  }

  it('carries files from the database into a shared folder and back', async () => {
    const jobId = await addExport();
    const [away, back] = [path.join(folder, 'away.backup'), path.join(folder, 'back.backup')];
    await backup(away);
    const shared = { ...(await emptyMachine()), FILES_DIR: path.join(folder, 'shared') };
    await restore(away, shared);
    expect(await readFile(path.join(shared.FILES_DIR, FILE), 'utf8')).toBe(CONTENT);
    await backupTo({ config: readConfig({ ...shared, ...byKey }), file: back, say });
    const machine = await emptyMachine();
    await restore(back, machine);
    const db = openDb(machine.DATABASE_URL, () => undefined);
    expect(await textOf(openFiles(db, undefined))).toBe(CONTENT);
    await db.destroy();
    // A folder that has files already belongs to another database.
    const other = { ...(await emptyMachine()), FILES_DIR: shared.FILES_DIR };
    await expect(restore(back, other)).rejects.toThrow('Name an empty folder.');
    expect(await readFile(path.join(shared.FILES_DIR, FILE), 'utf8')).toBe(CONTENT);
    expect(await contents(other.DATABASE_URL)).toEqual({});
    await test.db.deleteFrom('jobs').where('id', '=', jobId).execute();
  });

  const textOf = async (files: FileStore) =>
    (await (await files.read(FILE))?.setEncoding('utf8').toArray())?.join('');

  it('has every order that was acknowledged before it began, while registers sell', async () => {
    const register = await floor.logIn('REG-BUSY');
    const acknowledged: string[] = [];
    let isOver = false;
    const selling = (async () => {
      while (!isOver) {
        const order = register.sold();
        const [answer] = await register.handIn(order);
        if (answer?.result === 'accepted' || answer?.result === 'held')
          acknowledged.push(order.clientOrderId);
      }
    })();
    while (acknowledged.length < 5) await new Promise((done) => setTimeout(done, 20));
    const before = [...acknowledged];
    const busy = path.join(folder, 'busy.backup');
    await backup(busy);
    const sold = acknowledged.length;
    isOver = true;
    await selling;
    expect(sold).toBeGreaterThan(before.length);
    const machine = await emptyMachine();
    await restore(busy, machine);
    const db = openDb(machine.DATABASE_URL, () => undefined);
    await checkJournal(db, before);
    await db.destroy();
  });

  it('for a public key is opened by its private key, not by a passphrase', async () => {
    const machine = await emptyMachine();
    await expect(restore(file, machine, BY_PASSPHRASE)).rejects.toThrow('does not open this file');
    await restore(file, machine);
    expect(Object.keys(await contents(machine.DATABASE_URL))).toContain('orders');
  });

  it('can be restored if the network delivers the number of rows after the rows', async () => {
    const slow = await lateCommandComplete(test.url);
    const late = path.join(folder, 'late.backup');
    const config = readConfig({
      ...here(),
      DATABASE_URL: slow.url,
      ...byKey,
    });
    await backupTo({ config, file: late, say });
    await slow.close();
    const machine = await emptyMachine();
    await restore(late, machine);
    const { orders } = await contents(test.url);
    expect(await contents(machine.DATABASE_URL)).toMatchObject({ orders });
  });

  it('can be restored if an earlier version noted 0 rows for a table with rows', async () => {
    const older = path.join(folder, 'older.backup');
    async function* withoutCounts() {
      for await (const frame of decodeFrames(await unseal(createReadStream(file), { identity })))
        yield !Buffer.isBuffer(frame) && frame.note === 'rows' ? { ...frame, rows: 0 } : frame;
    }
    await seal(encodeFrames(withoutCounts()), createWriteStream(older), {
      recipient: byKey.BACKUP_RECIPIENT,
    });
    const machine = await emptyMachine();
    await restore(older, machine);
    expect(Object.keys(await contents(machine.DATABASE_URL))).toContain('orders');
  });

  it('hides names and the secret, and is readable by its owner only', async () => {
    const bytes = await readFile(file);
    for (const word of [SECRET, 'owner@example.com', 'Hunger Games'])
      expect(bytes.includes(word)).toBe(false);
    expect(said.join('\n')).not.toContain(SECRET);
    expect(said.join('\n')).not.toContain(PASSPHRASE);
  });

  describe('is refused, and changes nothing,', () => {
    const refused = async (from: string, reason: string, env?: Record<string, string>) => {
      const machine = await emptyMachine();
      await expect(restore(from, machine, env)).rejects.toThrow(reason);
      expect(await contents(machine.DATABASE_URL)).toEqual({});
      expect(await readdir(machine.DATA_DIR).catch(() => [])).toEqual([]);
    };
    const changed = async (change: (bytes: Buffer) => Buffer) => {
      const other = path.join(folder, randomBytes(4).toString('hex'));
      await writeFile(other, change(await readFile(file)));
      return other;
    };

    it('with a wrong passphrase or private key', async () => {
      const sealed = path.join(folder, 'passphrase.backup');
      await backup(sealed, BY_PASSPHRASE);
      await refused(sealed, 'The passphrase in BACKUP_PASSPHRASE does not open this file.', {
        BACKUP_PASSPHRASE: 'eight fairs in one week',
      });
      const otherKey = path.join(folder, 'other-key.txt');
      await writeFile(otherKey, await generateX25519Identity());
      await refused(file, 'The key in BACKUP_IDENTITY does not open this file.', {
        BACKUP_IDENTITY: otherKey,
      });
    });

    it('without a passphrase or private key', () => refused(file, 'Set BACKUP_PASSPHRASE', {}));

    it('if it is another file', async () => {
      await refused(
        await changed(() => Buffer.from('PK\u0003\u0004')),
        'not a backup of POS Admin',
      );
      await refused(await changed(() => Buffer.alloc(0)), 'not a backup of POS Admin');
      await refused(path.join(folder, 'none'), 'does not exist');
    });

    it('if it is truncated anywhere', async () => {
      const { length } = await readFile(file);
      for (const share of [0.001, 0.5]) {
        const cut = await changed((bytes) => bytes.subarray(0, Math.ceil(length * share)));
        await refused(cut, share < 0.01 ? 'Nothing was changed' : 'damaged or incomplete');
      }
    });

    it('if a byte is changed or added', async () => {
      for (const share of [0.02, 0.5]) {
        const flipped = await changed((bytes) => {
          const at = Math.floor(bytes.length * share);
          bytes[at] = bytes[at]! ^ 1;
          return bytes;
        });
        await refused(flipped, 'Nothing was changed');
      }
      await refused(await changed((bytes) => Buffer.concat([bytes, Buffer.from('x')])), 'damaged');
    });

    it('by a database with data', async () => {
      const before = await contents(test.url);
      const target = { DATABASE_URL: test.url, DATA_DIR: path.join(folder, 'occupied') };
      await expect(restore(file, target)).rejects.toThrow('The database has data already.');
      expect(await contents(test.url)).toEqual(before);
      expect(await readdir(target.DATA_DIR)).toEqual([]);
    });

    it('by a machine with another secret', async () => {
      const machine = await emptyMachine();
      const other = { ...machine, SECRET_KEY: 'another secret key, also long enough' };
      await expect(restore(file, other)).rejects.toThrow('SECRET_KEY is not the key');
      await mkdir(machine.DATA_DIR);
      await writeFile(path.join(machine.DATA_DIR, 'secret-key'), `${'k'.repeat(43)}\n`);
      await expect(restore(file, machine)).rejects.toThrow('is the key of other data');
      expect(await contents(machine.DATABASE_URL)).toEqual({});
    });

    it('if an invariant does not hold, or a newer version made it', async () => {
      const copy = await emptyMachine();
      await restore(file, copy);
      const db = openDb(copy.DATABASE_URL, () => undefined);
      const config = readConfig({ ...copy, ...byKey });
      await sql`update titles set warehouse_qty = warehouse_qty + 1`.execute(db);
      await backupTo({ config, file: path.join(folder, 'wrong'), say });
      await refused(path.join(folder, 'wrong'), 'I06');
      await sql`insert into schema_migrations values ('9999_later.sql', '')`.execute(db);
      await backupTo({ config, file: path.join(folder, 'newer'), say });
      await refused(path.join(folder, 'newer'), 'it has 9999_later.sql');
      await db.destroy();
    });
  });

  it('never replaces a file, and needs a passphrase', async () => {
    await expect(backup(file)).rejects.toThrow('exists already');
    await expect(backup(path.join(folder, 'new'), {})).rejects.toThrow('Set BACKUP_PASSPHRASE');
    expect(() => readConfig({ BACKUP_PASSPHRASE: 'short' })).toThrow('BACKUP_PASSPHRASE: Use at');
  });
});
