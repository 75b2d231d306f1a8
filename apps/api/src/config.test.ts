import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('needs no variable', () => {
  expect(readConfig({}, '/srv')).toEqual({
    port: 3000,
    workers: 1,
    host: '127.0.0.1',
    dataDir: '/srv/.data',
    publicUrl: 'http://127.0.0.1:3000',
    owner: { email: 'owner@example.com' },
    demo: true,
    mailFrom: 'POS Admin <no-reply@localhost>',
    logLevel: 'info',
    trustProxy: false,
    apiDocs: 'local',
    syncSources: [],
    backup: { keepDays: 14 },
  });
});

test('names every invalid variable at once', () => {
  const wrong = {
    PORT: '70000',
    PUBLIC_URL: 'shop.example',
    DEMO: 'yes',
    LOG_LEVEL: 'loud',
    OWNER_EMAIL: 'owner',
    OWNER_PASSWORD: 'short',
    SECRET_KEY: 'x',
    DATABASE_URL: 'mysql://db',
    TRUST_PROXY: 'true',
    API_DOCS: 'yes',
  };
  expect(() => readConfig(wrong)).toThrow(/^The configuration is wrong:\n/);
  for (const name of Object.keys(wrong))
    expect(() => readConfig(wrong)).toThrow(new RegExp(`^  ${name}: .+\\.$`, 'm'));
});

test('creates a demo season only with embedded data and no public URL, unless told otherwise', () => {
  expect(readConfig({ DATABASE_URL: 'postgres://db/pos' }).demo).toBe(false);
  expect(readConfig({ PUBLIC_URL: 'https://pos.example.com' }).demo).toBe(false);
  expect(readConfig({ PUBLIC_URL: 'https://pos.example.com', DEMO: '1' }).demo).toBe(true);
  expect(readConfig({ DEMO: '0' }).demo).toBe(false);
});

test('treats an empty variable as missing', () => {
  expect(readConfig({ DATABASE_URL: '', SMTP_URL: ' ', PORT: '' })).toEqual(readConfig({}));
});

test('takes a direct address only of a database that it names', () => {
  const direct = { DATABASE_DIRECT_URL: 'postgres://db/pos' };
  expect(() => readConfig(direct)).toThrow('DATABASE_DIRECT_URL: Set DATABASE_URL too.');
  expect(readConfig({ ...direct, DATABASE_URL: 'postgres://bouncer/pos' })).toMatchObject({
    databaseUrl: 'postgres://bouncer/pos',
    databaseDirectUrl: 'postgres://db/pos',
  });
});

test('reads from a replica that is at most two seconds behind, unless told otherwise', () => {
  const replica = { DATABASE_REPLICA_URL: 'postgres://standby/pos' };
  const env = { ...replica, DATABASE_URL: 'postgres://db/pos' };
  expect(() => readConfig(replica)).toThrow('DATABASE_REPLICA_URL: Set DATABASE_URL too.');
  expect(readConfig(env).databaseReplica?.maxLagMs).toBe(2_000);
  const slower = { ...env, DATABASE_REPLICA_MAX_LAG: '30' };
  expect(readConfig(slower).databaseReplica?.maxLagMs).toBe(30_000);
  const none = { ...env, DATABASE_REPLICA_MAX_LAG: '0' };
  expect(() => readConfig(none)).toThrow('DATABASE_REPLICA_MAX_LAG: Enter a number of seconds');
});

test('builds links from the public URL without a trailing slash', () => {
  expect(readConfig({ PUBLIC_URL: 'https://POS.example.com/' }).publicUrl).toBe(
    'https://pos.example.com',
  );
  expect(readConfig({ HOST: '0.0.0.0', PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
  expect(readConfig({ HOST: '::1' }).publicUrl).toBe('http://[::1]:3000');
  expect(() => readConfig({ PUBLIC_URL: 'https://example.com/pos' })).toThrow(
    'PUBLIC_URL: Enter only the address',
  );
});

test('trusts no proxy unless told how many or which', () => {
  expect(readConfig({ TRUST_PROXY: '1' }).trustProxy).toBe(1);
  expect(readConfig({ TRUST_PROXY: '0' }).trustProxy).toBe(false);
  expect(readConfig({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toEqual(['10.0.0.0/8', '::1']);
});

test('takes the source of a sync as a folder or an https address', () => {
  const getPlace = (given: string) => readConfig({ SYNC_SOURCE: given }, '/srv').syncSources;
  expect(getPlace('source')).toEqual([{ name: 'Source system', place: '/srv/source' }]);
  expect(getPlace('https://files.example.com/pos/')[0]?.place).toBe(
    'https://files.example.com/pos',
  );
  expect(getPlace('http://127.0.0.1:8080/pos/')[0]?.place).toBe('http://127.0.0.1:8080/pos');
  for (const wrong of [
    'http://files.example.com',
    'http://127.0.0.1.example.com',
    'ftp://files.example.com',
  ])
    expect(() => readConfig({ SYNC_SOURCE: wrong })).toThrow('SYNC_SOURCE:');
});

test('accepts a list of named sources and reports errors in it', () => {
  const listed = (given: string) => readConfig({ SYNC_SOURCES: given }, '/srv').syncSources;
  expect(listed('Main = main; Fall 2026=https://files.example.com/pos/?a=b ;')).toEqual([
    { name: 'Main', place: '/srv/main' },
    { name: 'Fall 2026', place: 'https://files.example.com/pos/?a=b' },
  ]);
  expect(
    readConfig({ SYNC_SOURCE: 'one', SYNC_SOURCES: 'Two=two' }, '/srv').syncSources.map(
      ({ name }) => name,
    ),
  ).toEqual(['Source system', 'Two']);
  expect(() => listed('no name')).toThrow('SYNC_SOURCES: Enter each source as Name=folder');
  expect(() => listed('A=one; a=two')).toThrow('SYNC_SOURCES: a is listed twice.');
  expect(() => listed('A=http://files.example.com')).toThrow(
    'SYNC_SOURCES: A: Enter a folder or an address',
  );
});

test('refuses a connection string with a bare % in its password, and says how to write it', () => {
  const given = { DATABASE_URL: 'postgres://pos:50%off@db.example.com/pos' };
  expect(() => readConfig(given)).toThrow('DATABASE_URL: Write % as %25');
});
