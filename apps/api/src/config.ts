import path from 'node:path';
import { z } from 'zod';

/** What the operator may set. Nothing else in the program reads the environment; see README.md for the meaning of each variable. */
export type Config = {
  port: number;
  host: string;
  /** Absolute path of the folder that holds the embedded database, the secrets and unsent mail. */
  dataDir: string;
  /** Absent: the embedded PostgreSQL. */
  databaseUrl?: string;
  /** What links in mail begin with; no slash at the end. */
  publicUrl: string;
  /** The first SUPER_ADMIN, made once on an empty database. Without a password one is generated. */
  owner: { email: string; password?: string };
  /** Whether an empty database gets the demo season. */
  demo: boolean;
  /** Absent: mail is written to `dataDir/mail`. */
  smtpUrl?: string;
  mailFrom: string;
  /**
   * Where the files of source systems are, by the name that staff choose from. A place is an absolute folder, or an https
   * base URL (http on this machine) without a slash at the end.
   */
  syncSources: readonly { name: string; place: string }[];
  logLevel: LogLevel;
  /** Which proxies may tell the client's address: none, a number of hops, or a list of addresses and ranges. */
  trustProxy: false | number | string[];
  /** The one secret that all others are derived from. Absent: it stands in `dataDir`. */
  secretKey?: string;
};

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

const url = (protocols: string[], message: string) =>
  z
    .string()
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), message);
const postgresUrl = url(
  ['postgres:', 'postgresql:'],
  'Enter a connection string that begins with postgres://.',
);

/** The name of the one source that SYNC_SOURCE gives. */
export const ONLY_SOURCE = 'Source system';
const SOURCE_PLACE = 'Enter a folder or an address that begins with https://.';
const isSourcePlace = (value: string) => !value.includes('://') || isSourceAddress(value);

/** `Name=folder; Name=https://…` or one a line; names are compared without case. */
const SourceList = z.string().transform((given, context) => {
  const sources: { name: string; place: string }[] = [];
  const wrong = (message: string) => context.addIssue({ code: 'custom', message });
  for (const entry of given
    .split(/[;\n]/)
    .map((one) => one.trim())
    .filter(Boolean)) {
    const [, name = '', place = ''] = /^([^=]*?)\s*=\s*(.*)$/s.exec(entry) ?? [];
    if (!/^[\p{L}\p{N}][\p{L}\p{N} ._()-]{0,39}$/u.test(name) || place === '') {
      wrong(
        'Enter each source as Name=folder or Name=https://…, separated by semicolons; a name has at most 40 letters, digits and spaces.',
      );
    } else if (!isSourcePlace(place)) wrong(`${name}: ${SOURCE_PLACE}`);
    else if (sources.some((other) => other.name.toLowerCase() === name.toLowerCase()))
      wrong(`${name} is listed twice.`);
    else sources.push({ name, place });
  }
  return sources;
});

const Environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'Enter a port from 0 to 65535.')
    .transform(Number)
    .pipe(z.int().max(65_535, 'Enter a port from 0 to 65535.'))
    .default(3000),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]+$/, 'Enter an address or a host name to listen on.')
    .default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: postgresUrl.optional(),
  PUBLIC_URL: url(['http:', 'https:'], 'Enter an address that begins with http:// or https://.')
    .refine(
      (value) => !URL.canParse(value) || new URL(value).href === `${new URL(value).origin}/`,
      'Enter the address alone, without a path, a query or a password.',
    )
    .transform((value) => new URL(value).origin)
    .optional(),
  OWNER_EMAIL: z.email('Enter an e-mail address.').default('owner@example.com'),
  // Specification 5, "New passwords".
  OWNER_PASSWORD: z
    .string()
    .regex(
      /^(?=.*[A-Z])(?=.*[a-z])(?=.*\d.*\d)(?=.*[^A-Za-z0-9\s])\S{8,}$/,
      'Use at least 8 characters: an upper case and a lower case letter, two digits, a special character, no spaces.',
    )
    .optional(),
  DEMO: z.enum(['0', '1'], 'Enter 1 for a demo season or 0 for none.').optional(),
  SMTP_URL: url(
    ['smtp:', 'smtps:'],
    'Enter an address that begins with smtp:// or smtps://.',
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
      'Enter the number of proxies before POS Admin, or their addresses separated by commas.',
    )
    .optional(),
  SECRET_KEY: z.string().min(32, 'Use at least 32 random characters.').optional(),
});

/** The one reader of the environment. Throws one error that names every wrong variable; a variable that is empty counts as not given. */
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
    syncSources: sourcesOf(it, workingDir),
    ...optional('databaseUrl', it.DATABASE_URL),
    ...optional('smtpUrl', it.SMTP_URL),
    ...optional('secretKey', it.SECRET_KEY),
  };
}

/** An address that a browser on this machine can open, where the server listens on all. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function proxies(given: string | undefined): Config['trustProxy'] {
  if (given === undefined || given === '0') return false;
  return /^\d+$/.test(given) ? Number(given) : given.split(',').map((address) => address.trim());
}

/** Over the network only https; http where it never leaves the machine. */
function isSourceAddress(given: string): boolean {
  if (!URL.canParse(given)) return false;
  const { protocol, hostname } = new URL(given);
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname))
  );
}

/** The one source of SYNC_SOURCE first, then those of SYNC_SOURCES. */
function sourcesOf(
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
