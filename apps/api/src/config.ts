import path from 'node:path';
import { z } from 'zod';
import {
  checkDatabase,
  DATABASE_VARIABLES,
  type DatabaseConfig,
  toDatabaseConfig,
} from '#api/start/database-variables.ts';
import { DOCS_READERS, type DocsReaders } from '#api/http/limits/this-machine.ts';
import { isSourcePlace, SOURCE_PLACE, SourceList } from '#api/start/source-list.ts';

/**
 * Settings of the operator. This is the only place that reads the environment; see README.md for
 * each variable.
 */
export type Config = DatabaseConfig & {
  port: number;
  /** Number of processes that serve requests. */
  workers: number;
  host: string;
  /** Absolute path of the folder with the embedded database, the secrets and unsent mail. */
  dataDir: string;
  /** Absolute path of the built web app. Missing: the API alone, unless the starter builds it. */
  webDir?: string;
  /**
   * Absolute path of the folder of files that all processes share. Missing: they are stored in the
   * database.
   */
  filesDir?: string;
  /** Base URL of links in emails, without a trailing slash. */
  publicUrl: string;
  /** First SUPER_ADMIN, created once on an empty database. Without a password one is generated. */
  owner: { email: string; password?: string };
  /** True if an empty database gets the demo season. */
  demo: boolean;
  /** Missing: emails are written to `dataDir/mail`. */
  smtpUrl?: string;
  mailFrom: string;
  /**
   * Locations of source systems, with the names that staff select from. A place is an absolute
   * folder, or an https base URL (http on this machine) without a trailing slash.
   */
  syncSources: readonly { name: string; place: string }[];
  logLevel: LogLevel;
  /**
   * Proxies that may report the client's address: none, a number of hops, or a list of addresses
   * and ranges.
   */
  trustProxy: false | number | string[];
  /** Readers of /docs and /openapi.json. */
  apiDocs: DocsReaders;
  /** Secret that all others are derived from. Missing: it is stored in `dataDir`. */
  secretKey?: string;
  backup: {
    /** Folder of scheduled backups, an absolute path; missing: none are made. */
    folder?: string;
    /** Days after which a scheduled backup is deleted. */
    keepDays: number;
    passphrase?: string;
    /** Public key of age, used instead of a passphrase. */
    recipient?: string;
    /** File with the private key of `recipient`, for restoring. */
    identityFile?: string;
  };
  /** Missing: nothing is measured. */
  metrics?: {
    /** Bearer token of `/metrics`. */
    token?: string;
    /** Separate address that needs no token. */
    address?: { host: string; port: number };
  };
};

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

const url = (protocols: string[], message: string) =>
  z
    .string()
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), message);
/** Name of the source given by SYNC_SOURCE. */
export const ONLY_SOURCE = 'Source system';
const Variables = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'Enter a port from 0 to 65535.')
    .transform(Number)
    .pipe(z.int().max(65_535, 'Enter a port from 0 to 65535.'))
    .default(3000),
  WORKERS: z
    .string()
    .regex(/^([1-9]|[12]\d|3[0-2])$/, 'Enter a number of processes from 1 to 32.')
    .transform(Number)
    .default(1),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]+$/, 'Enter an address or a host name to listen on.')
    .default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  WEB_DIR: z.string().optional(),
  FILES_DIR: z.string().optional(),
  ...DATABASE_VARIABLES,
  PUBLIC_URL: url(['http:', 'https:'], 'Enter an address that starts with http:// or https://.')
    .refine(
      (value) => !URL.canParse(value) || new URL(value).href === `${new URL(value).origin}/`,
      'Enter only the address, without a path, query or password.',
    )
    .transform((value) => new URL(value).origin)
    .optional(),
  OWNER_EMAIL: z.email('Enter an email address.').default('owner@example.com'),
  // Specification 5, "New passwords".
  OWNER_PASSWORD: z
    .string()
    .regex(
      /^(?=.*[A-Z])(?=.*[a-z])(?=.*\d.*\d)(?=.*[^A-Za-z0-9\s])\S{8,}$/,
      'Use at least 8 characters with an uppercase and a lowercase letter, two digits, a special character and no spaces.',
    )
    .optional(),
  API_DOCS: z.enum(DOCS_READERS, `Enter one of ${DOCS_READERS.join(', ')}.`).default('local'),
  DEMO: z.enum(['0', '1'], 'Enter 1 for a demo season or 0 for none.').optional(),
  SMTP_URL: url(
    ['smtp:', 'smtps:'],
    'Enter an address that starts with smtp:// or smtps://.',
  ).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/,
      'Enter the sender: name@example.com or Name <name@example.com>.',
    )
    .default('POS Admin <no-reply@localhost>'),
  SYNC_SOURCE: z.string().refine(isSourcePlace, SOURCE_PLACE).optional(),
  SYNC_SOURCES: SourceList.default([]),
  LOG_LEVEL: z.enum(LOG_LEVELS, `Enter one of ${LOG_LEVELS.join(', ')}.`).default('info'),
  TRUST_PROXY: z
    .string()
    .regex(
      /^(?:\d{1,2}|[0-9A-Fa-f.:/]+(?:\s*,\s*[0-9A-Fa-f.:/]+)*)$/,
      'Enter the number of proxies in front of POS Admin, or their addresses separated by commas.',
    )
    .optional(),
  SECRET_KEY: z.string().min(32, 'Use at least 32 random characters.').optional(),
  METRICS_TOKEN: z.string().min(16, 'Use at least 16 random characters.').optional(),
  METRICS_ADDRESS: z
    .string()
    .regex(/^[A-Za-z0-9.:_[\]-]+:\d{1,5}$/, 'Enter a host and a port, such as 127.0.0.1:9464.')
    .transform((value) => {
      const colon = value.lastIndexOf(':');
      const host = value.slice(0, colon).replace(/^\[|\]$/g, '');
      return { host, port: Number(value.slice(colon + 1)) };
    })
    .refine(({ port }) => port <= 65_535, 'Enter a port from 0 to 65535.')
    .optional(),
  BACKUP_PASSPHRASE: z.string().min(12, 'Use at least 12 characters.').optional(),
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[a-z0-9]{20,}$/, 'Enter a public key of age, which starts with age1.')
    .optional(),
  BACKUP_IDENTITY: z.string().optional(),
  BACKUP_TO: z.string().optional(),
  BACKUP_KEEP_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'Enter a number of days from 1 to 9999.')
    .transform(Number)
    .default(14),
});

const Environment = Variables.superRefine(checkDatabase)
  .refine((it) => it.METRICS_ADDRESS === undefined || it.METRICS_ADDRESS.port !== it.PORT, {
    path: ['METRICS_ADDRESS'],
    error: 'Choose another port than PORT.',
  })
  .refine(
    (it) =>
      it.BACKUP_TO === undefined || (it.BACKUP_PASSPHRASE ?? it.BACKUP_RECIPIENT) !== undefined,
    { path: ['BACKUP_TO'], error: 'Set BACKUP_PASSPHRASE or BACKUP_RECIPIENT too.' },
  );

/**
 * Reads the configuration from the environment. Throws one error that names every invalid variable.
 * An empty variable counts as missing.
 */
export function readConfig(env: NodeJS.ProcessEnv, workingDir: string = process.cwd()): Config {
  const given = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  );
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(['The configuration is wrong:', ...new Set(lines)].join('\n'));
  }
  const it = parsed.data;
  return {
    port: it.PORT,
    workers: it.WORKERS,
    host: it.HOST,
    dataDir: path.resolve(workingDir, it.DATA_DIR),
    publicUrl: it.PUBLIC_URL ?? `http://${reachable(it.HOST)}:${it.PORT}`,
    owner: { email: it.OWNER_EMAIL, ...optional('password', it.OWNER_PASSWORD) },
    demo:
      it.DEMO === undefined
        ? it.DATABASE_URL === undefined && it.PUBLIC_URL === undefined
        : it.DEMO === '1',
    mailFrom: it.MAIL_FROM,
    logLevel: it.LOG_LEVEL,
    trustProxy: proxies(it.TRUST_PROXY),
    apiDocs: it.API_DOCS,
    syncSources: toSources(it, workingDir),
    backup: toBackup(it, workingDir),
    ...toMetrics(it),
    ...optional('webDir', it.WEB_DIR && path.resolve(workingDir, it.WEB_DIR)),
    ...optional('filesDir', it.FILES_DIR && path.resolve(workingDir, it.FILES_DIR)),
    ...toDatabaseConfig(it),
    ...optional('smtpUrl', it.SMTP_URL),
    ...optional('secretKey', it.SECRET_KEY),
  };
}

/**
 * Returns a host that a browser on this machine can open if the server listens on all addresses.
 */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function proxies(given: string | undefined): Config['trustProxy'] {
  if (given === undefined || given === '0') return false;
  return /^\d+$/.test(given) ? Number(given) : given.split(',').map((address) => address.trim());
}

/** Reads how metrics are served, if at all. */
function toMetrics({
  METRICS_TOKEN: token,
  METRICS_ADDRESS: address,
}: z.infer<typeof Environment>): Pick<Config, 'metrics'> {
  if (token === undefined && address === undefined) return {};
  return {
    metrics: { ...(token !== undefined && { token }), ...(address && { address }) },
  };
}

/** Reads the schedule and keys of backups. */
function toBackup(it: z.infer<typeof Environment>, workingDir: string): Config['backup'] {
  return {
    keepDays: it.BACKUP_KEEP_DAYS,
    ...optional(
      'folder',
      it.BACKUP_TO === undefined ? undefined : path.resolve(workingDir, it.BACKUP_TO),
    ),
    ...optional('passphrase', it.BACKUP_PASSPHRASE),
    ...optional('recipient', it.BACKUP_RECIPIENT),
    ...optional(
      'identityFile',
      it.BACKUP_IDENTITY === undefined ? undefined : path.resolve(workingDir, it.BACKUP_IDENTITY),
    ),
  };
}

/** Returns the source of SYNC_SOURCE first, then those of SYNC_SOURCES. */
function toSources(
  given: Pick<z.infer<typeof Environment>, 'SYNC_SOURCE' | 'SYNC_SOURCES'>,
  workingDir: string,
): Config['syncSources'] {
  const only =
    given.SYNC_SOURCE === undefined ? [] : [{ name: ONLY_SOURCE, place: given.SYNC_SOURCE }];
  const listed = [...only, ...given.SYNC_SOURCES];
  return listed.map(({ name, place }) => ({
    name,
    place: place.includes('://') ? place.replace(/\/+$/, '') : path.resolve(workingDir, place),
  }));
}

function optional<Name extends string>(
  name: Name,
  value: string | undefined,
): { [Key in Name]?: string } {
  return (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: string };
}
