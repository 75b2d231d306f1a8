import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';

/** Private columns, whose content no answer may contain (trust.md, "Field level"). */
const PRIVATE = [
  'admins.password_hash',
  'admins.secret_code_hash',
  'cashiers.secret_code_hash',
  'password_history.password_hash',
  'devices.device_key_hash',
  'devices.pairing_code_hash',
  'refresh_tokens.hash',
  'account_links.token_hash',
  'job_tickets.token_hash',
  'recovery_codes.code_hash',
  'authenticators.secret',
  'authenticators.pending_secret',
  'company_sign_in.client_secret',
  'company_sessions.sealed_tokens',
];
/**
 * Hashes that are not secret: they distinguish a repeated request from a different one, or seal
 * activity.
 */
const OPEN = [
  'orders.body_hash',
  'refunds.body_hash',
  'held_orders.body_hash',
  'held_refunds.body_hash',
  'drawer_entries.body_hash',
  'standing_drawer_entries.body_hash',
  'idempotency_keys.request_hash',
  'activity_seals.hash',
];

/** Patterns of such values in an answer under any name, and forbidden field names. */
const TRACES =
  /\$argon2|password_?hash|secret_?code_?hash|device_?key_?hash|pairing_?code_?hash|token_?hash|"type":"Buffer"/i;
/** 32 bytes in hexadecimal and in Base64. */
const DIGESTS = [/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g, /(?<![\w+/-])[\w+/-]{43}(?![\w+/-])/g];

/** Possible digests and traces of private columns in a server's answers. */
export type Overheard = { digests: Set<string>; traces: string[] };

/** Listens to every answer of the server until the test file ends. */
export function overhear(app: FastifyInstance): Overheard {
  const heard: Overheard = { digests: new Set(), traces: [] };
  app.addHook('onSend', async (request, _reply, payload) => {
    if (typeof payload !== 'string' || !request.url.startsWith('/v1/')) return;
    const trace = TRACES.exec(payload);
    if (trace)
      heard.traces.push(
        `${request.method} ${request.routeOptions.url} says ${payload.slice(Math.max(0, trace.index - 40), trace.index + 40)}`,
      );
    for (const [digest] of DIGESTS.flatMap((form) => [...payload.matchAll(form)]))
      heard.digests.add(digest.replaceAll('-', '+').replaceAll('_', '/'));
  });
  return heard;
}

/**
 * Returns the columns that look private by their name and are listed neither as private nor as
 * open.
 */
export async function unlistedColumns(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name
    from information_schema.columns
    where table_schema = 'public'
      and column_name ~ 'hash|secret|token|digest'
      and data_type in ('bytea', 'text')`.execute(db);
  return rows
    .map(({ name }) => name)
    .filter((name) => !PRIVATE.includes(name) && !OPEN.includes(name));
}

/** Reads the private values of 32 bytes, in hexadecimal, each with its column. */
const DIGESTS_KEPT = PRIVATE.map((name) => {
  const [table, column] = name.split('.');
  return `select '${name}' as name, substr(${column}::text, 3) as hex
    from ${table} where ${column}::text ~ '^\\\\x[0-9a-f]{64}$'`;
}).join(' union all ');

/** Throws if an answer contained the content of a private column. */
export async function checkCanaries(db: Db, { digests, traces }: Overheard): Promise<void> {
  const kept = await sql.raw<{ name: string; hex: string }>(DIGESTS_KEPT).execute(db);
  const problems = [...traces];
  for (const { name, hex } of kept.rows) {
    const base64 = Buffer.from(hex, 'hex').toString('base64').replace('=', '');
    if (digests.has(hex) || digests.has(base64))
      problems.push(`An answer held what stands in ${name}.`);
  }
  if (problems.length > 0)
    throw new Error(`Private columns were seen in answers:\n${problems.slice(0, 10).join('\n')}`);
}
