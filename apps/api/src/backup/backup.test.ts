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
import { afterAll, describe, expect, it, vi } from 'vitest';
import { checkJournal } from '#testing/books/journal-check.ts';
import { lateCommandComplete } from '#testing/app/late-command-complete.ts';
import { startSelling } from '#testing/selling/sales-floor.ts';
import { testDatabase } from '#testing/app/test-database.ts';
import { backupTo, restoreFrom } from '#api/start/backup-programs.ts';
import { readConfig } from '../config.ts';
import { openDb } from '../db/db.ts';
import { seal, unseal } from './backup-cipher.ts';
import { decodeFrames, encodeFrames } from './backup-file.ts';

type Env = Record<string, string>;

const PASSPHRASE = 'seven fairs in one week';
const BY_PASSPHRASE = { BACKUP_PASSPHRASE: PASSPHRASE };
/** A stored file of more than one piece. */
const FILE = 'export.1.csv';
const CONTENT = 'Order,Total\n'.repeat(60_000);
const SECRET = 'the secret key of the company, long enough';

// Whole databases are written and read.
describe('a backup', async () => {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const ended: (() => Promise<void>)[] = [];
  const folder = await mkdtemp(path.join(tmpdir(), 'backup-'));
  const inFolder = (name: string) => path.join(folder, name);
  afterAll(async () => {
    for (const end of ended) await end();
    await rm(folder, { recursive: true });
  });

  const identity = await generateX25519Identity();
  const byKey = {
    BACKUP_RECIPIENT: await identityToRecipient(identity),
    BACKUP_IDENTITY: inFolder('key.txt'),
  };
  await writeFile(byKey.BACKUP_IDENTITY, `# kept in the safe\n${identity}\n`);
  const emptyMachine = async () => {
    const database = await testDatabase({ migrated: false });
    ended.push(() => database.drop());
    return { DATABASE_URL: database.url, DATA_DIR: inFolder(randomBytes(4).toString('hex')) };
  };
  const backup = (name: string, machine: Env, keys: Env = byKey) =>
    backupTo({ config: readConfig({ ...machine, ...keys }), file: inFolder(name), say });
  const restore = (name: string, machine: Env, keys: Env = byKey) =>
    restoreFrom({ config: readConfig({ ...machine, ...keys }), file: inFolder(name), say });

  const { test, floor, register } = await startSelling();
  const here = { DATABASE_URL: test.url, DATA_DIR: test.dataDir, SECRET_KEY: SECRET };
  await register.handIn(register.sold(), register.sold());
  await test.files.write(FILE, (out) => pipeline(Readable.from([CONTENT]), out));
  await test.db
    .insertInto('jobs')
    .values({
      id: '018f0000-0000-7000-8000-000000000001',
      kind: 'export',
      ownerId: test.ownerId,
      status: 'succeeded',
      progress: 100,
      fileName: 'orders.csv',
      storedFile: FILE,
      finishedAt: sql<string>`now()`,
    })
    .execute();
  await backup('first', here);
  /** Machine with the restored first backup, and its files in a shared folder. */
  const second = { ...(await emptyMachine()), FILES_DIR: inFolder('shared') };
  await restore('first', second);
  // A restored product must not send the emails again that waited during the backup.
  const tasks = await test.db.deleteFrom('jobs').where('ownerId', 'is', null).executeTakeFirst();
  expect(tasks.numDeletedRows).toBeGreaterThan(0n);

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

  it('is restored with the same rows, secret and IDs, and files in a shared folder', async () => {
    expect(said.at(-1)).toContain('invariants hold');
    // Files are in the folder instead.
    const { stored_file_chunks: _, ...rows } = await contents(test.url);
    expect(await contents(second.DATABASE_URL)).toMatchObject(rows);
    expect(await definitions(second.DATABASE_URL)).toEqual(await definitions(test.url));
    expect((await readFile(path.join(second.DATA_DIR, 'secret-key'), 'utf8')).trim()).toBe(SECRET);
    expect(await readFile(path.join(second.FILES_DIR, FILE), 'utf8')).toBe(CONTENT);
    const db = openDb(second.DATABASE_URL, () => undefined);
    const ids = await sql<{ next: number; highest: number }>`
      select nextval(pg_get_serial_sequence('activity', 'seq')) as next,
        (select max(seq) from activity) as highest`.execute(db);
    await db.destroy();
    expect(ids.rows[0]!.next).toBe(ids.rows[0]!.highest + 1);
  });

  it('carries files back from a shared folder, also if an earlier version noted 0 rows', async () => {
    const by = { passphrase: PASSPHRASE };
    await backup('back', second, BY_PASSPHRASE);
    await expect(backup('back', second)).rejects.toThrow('exists already');
    async function* withoutCounts() {
      for await (const frame of decodeFrames(await unseal(createReadStream(inFolder('back')), by)))
        yield !Buffer.isBuffer(frame) && frame.note === 'rows' ? { ...frame, rows: 0 } : frame;
    }
    await seal(encodeFrames(withoutCounts()), createWriteStream(inFolder('older')), by);
    const machine = await emptyMachine();
    await restore('older', machine, BY_PASSPHRASE);
    expect(await contents(machine.DATABASE_URL)).toEqual(await contents(test.url));
    const db = openDb(machine.DATABASE_URL, () => undefined);
    const file = await openFiles(db, undefined).read(FILE);
    expect((await file?.setEncoding('utf8').toArray())?.join('')).toBe(CONTENT);
    await db.destroy();
    // A folder that has files already belongs to another database.
    const other = { ...(await emptyMachine()), FILES_DIR: second.FILES_DIR };
    await expect(restore('first', other)).rejects.toThrow('Name an empty folder.');
    expect(await readFile(path.join(second.FILES_DIR, FILE), 'utf8')).toBe(CONTENT);
    expect(await contents(other.DATABASE_URL)).toEqual({});
  });

  it('has every order that was acknowledged before it began, while registers sell, also if the network delivers the number of rows after the rows', async () => {
    const busy = await floor.logIn('REG-BUSY');
    const acknowledged: string[] = [];
    let isOver = false;
    const selling = (async () => {
      while (!isOver) {
        const order = busy.sold();
        const [answer] = await busy.handIn(order);
        if (answer?.result === 'accepted' || answer?.result === 'held')
          acknowledged.push(order.clientOrderId);
      }
    })();
    await vi.waitUntil(() => acknowledged.length >= 5, { timeout: 20_000 });
    const before = [...acknowledged];
    const slow = await lateCommandComplete(test.url);
    await backup('busy', { ...here, DATABASE_URL: slow.url });
    const sold = acknowledged.length;
    isOver = true;
    await selling;
    await slow.close();
    expect(sold).toBeGreaterThan(before.length);
    const machine = await emptyMachine();
    await restore('busy', machine);
    const db = openDb(machine.DATABASE_URL, () => undefined);
    await checkJournal(db, before);
    await db.destroy();
  });

  it('hides names and the secret, and needs a passphrase or a key', async () => {
    const bytes = await readFile(inFolder('first'));
    for (const word of [SECRET, 'owner@example.com', 'Hunger Games'])
      expect(bytes.includes(word)).toBe(false);
    expect(said.join('\n')).not.toMatch(new RegExp(`${SECRET}|${PASSPHRASE}`));
    await expect(backup('new', here, {})).rejects.toThrow('Set BACKUP_PASSPHRASE');
    expect(() => readConfig({ BACKUP_PASSPHRASE: 'short' })).toThrow('BACKUP_PASSPHRASE: Use at');
  });

  describe('is refused, and changes nothing,', async () => {
    const machine = await emptyMachine();
    const refused = async (name: string, reason: string, keys?: Env, more: Env = {}) => {
      await expect(restore(name, { ...machine, ...more }, keys)).rejects.toThrow(reason);
      expect(await contents(machine.DATABASE_URL)).toEqual({});
      expect(await readdir(machine.DATA_DIR).catch(() => [])).toEqual([]);
    };
    const first = await readFile(inFolder('first'));
    const sealed = { BACKUP_IDENTITY: inFolder('other-key.txt') };
    await writeFile(sealed.BACKUP_IDENTITY, await generateX25519Identity());
    const flipped = (share: number) => {
      const bytes = Buffer.from(first);
      const at = Math.floor(bytes.length * share);
      bytes[at] = bytes[at]! ^ 1;
      return bytes;
    };

    it.each<[string, string, Env, string]>([
      ['another private key', 'first', sealed, 'The key in BACKUP_IDENTITY does not open'],
      ['a passphrase for a private key', 'first', BY_PASSPHRASE, 'does not open this file'],
      [
        'another passphrase',
        'back',
        { BACKUP_PASSPHRASE: 'eight fairs in one week' },
        'The passphrase in BACKUP_PASSPHRASE does not open this file.',
      ],
      ['neither', 'first', {}, 'Set BACKUP_PASSPHRASE'],
      ['the name of no file', 'none', byKey, 'does not exist'],
    ])('with %s', (_, name, keys, reason) => refused(name, reason, keys));

    it.each<[string, Buffer, string]>([
      ['it is another file', Buffer.from('PK\u0003\u0004'), 'not a backup of POS Admin'],
      ['it is empty', Buffer.alloc(0), 'not a backup of POS Admin'],
      ['it ends in its head', first.subarray(0, first.length * 0.001), 'Nothing was changed'],
      ['it ends halfway', first.subarray(0, first.length / 2), 'damaged or incomplete'],
      ['a byte of its start is changed', flipped(0.02), 'Nothing was changed'],
      ['a byte of its middle is changed', flipped(0.5), 'Nothing was changed'],
      ['a byte is added', Buffer.concat([first, Buffer.from('x')]), 'damaged'],
    ])('if %s', async (_, bytes, reason) => {
      await writeFile(inFolder('changed'), bytes);
      await refused('changed', reason);
    });

    it('by a database with data', async () => {
      const before = await contents(second.DATABASE_URL);
      const target = { DATABASE_URL: second.DATABASE_URL, DATA_DIR: inFolder('occupied') };
      await expect(restore('first', target)).rejects.toThrow('The database has data already.');
      expect(await contents(second.DATABASE_URL)).toEqual(before);
      expect(await readdir(target.DATA_DIR)).toEqual([]);
    });

    it('by a machine with another secret', async () => {
      const SECRET_KEY = 'another secret key, also long enough';
      await refused('first', 'SECRET_KEY is not the key', byKey, { SECRET_KEY });
      const DATA_DIR = inFolder('keyed');
      await mkdir(DATA_DIR);
      await writeFile(path.join(DATA_DIR, 'secret-key'), `${'k'.repeat(43)}\n`);
      await refused('first', 'is the key of other data', byKey, { DATA_DIR });
    });

    it('if an invariant does not hold, or a newer version made it', async () => {
      const db = openDb(second.DATABASE_URL, () => undefined);
      await sql`update titles set warehouse_qty = warehouse_qty + 1`.execute(db);
      await db.destroy();
      await backup('wrong', second);
      await refused('wrong', 'I06');
      async function* newer() {
        const frames = decodeFrames(
          await unseal(createReadStream(inFolder('first')), { identity }),
        );
        for await (const frame of frames) {
          if (Buffer.isBuffer(frame) || frame.note !== 'head') yield frame;
          else {
            const later = { name: '9999_later.sql', sha256: '' };
            yield { ...frame, migrations: [...frame.migrations, later] };
          }
        }
      }
      await seal(encodeFrames(newer()), createWriteStream(inFolder('newer')), {
        recipient: byKey.BACKUP_RECIPIENT,
      });
      await refused('newer', 'it has 9999_later.sql');
    });
  });
});
