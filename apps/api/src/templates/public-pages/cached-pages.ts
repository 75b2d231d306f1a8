import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import {
  PAGE_KEPT_SECONDS,
  publicPagesApi,
  type CustomizedFair,
} from '@pos/contract/templates/public-pages';
import type { Db } from '#api/db/db.ts';
import { countPageLookup } from '#api/staff/sign-in/public-limits.service.ts';
import { pageUrl, readPublicBase } from '#api/templates/templates/merge-fields.service.ts';
import { missing } from '#api/http/failure.ts';
import { fairPage } from './fair-page.ts';
import { findCustomizedFair } from './public-pages.queries.ts';

/**
 * Caches up to `most` values by key, each for a number of milliseconds, oldest evicted first.
 * Concurrent requests share one read.
 */
class PageCache<Value> {
  readonly #most: number;
  readonly #keep: (value: Value) => number;
  readonly #kept = new Map<string, { value: Promise<Value>; until: number }>();

  /** `keep` returns the time to cache a value, in ms. */
  constructor(most: number, keep: (value: Value) => number) {
    this.#most = most;
    this.#keep = keep;
  }

  /** Returns true if a value is cached, not only being read. */
  has(key: string): boolean {
    const until = this.#kept.get(key)?.until ?? 0;
    return until !== Number.POSITIVE_INFINITY && performance.now() < until;
  }

  /** Returns the cached value or the result of `read`. Failures are not cached. */
  get(key: string, read: () => Promise<Value>): Promise<Value> {
    const found = this.#kept.get(key);
    if (found && performance.now() < found.until) return found.value;
    const value = read();
    const entry = { value, until: Number.POSITIVE_INFINITY };
    this.#kept.delete(key);
    this.#kept.set(key, entry);
    if (this.#kept.size > this.#most) this.#kept.delete(this.#kept.keys().next().value!);
    value.then(
      (result) => (entry.until = performance.now() + this.#keep(result)),
      () => this.#kept.get(key) === entry && this.#kept.delete(key),
    );
    return value;
  }
}

/**
 * Short, so that a newly published page does not stay "not found" for someone who looked a moment
 * before.
 */
const NOT_FOUND_SECONDS = 5;
const MAX_PAGES = 2_000;

/**
 * The public view of a fair as data and as a web page, each with its ETag. `url` is the page's
 * address, `until` the time of the next lookup.
 */
export type CachedPage = {
  page: CustomizedFair;
  etag: string;
  url: string;
  html: Html;
  until: number;
};
/** A page as sent, compressed once for all requests. */
export type Html = { etag: string; plain: string; br: Buffer; gzip: Buffer };
/**
 * Finds the page of these identifiers for a client address. Refuses if there is none or the client
 * looks up too many.
 */
export type FindPage = (school: string, fair: string, ip: string) => Promise<CachedPage>;

/** Public pages, each looked up and rendered at most once in 60 seconds. */
export function keepPages(db: Db, publicUrl: string): FindPage {
  const pages = new PageCache<CachedPage | undefined>(MAX_PAGES, (page) =>
    page ? page.until - performance.now() : NOT_FOUND_SECONDS * 1_000,
  );
  return async (school, fair, ip) => {
    // An identifier with an invalid form is not looked up, but answered alike.
    if (!publicPagesApi.customizedFair.params.safeParse({ school, fair }).success)
      throw missing('page');
    const key = `${school}/${fair}`.toLowerCase();
    // Each caller by itself: others share the lookup, and must not share a refusal.
    if (!pages.has(key)) await countPageLookup(db, ip);
    const found = await pages.get(key, async () => {
      const until = performance.now() + PAGE_KEPT_SECONDS * 1_000;
      const page = await findCustomizedFair(db, school, fair);
      if (!page) return undefined;
      const url = pageUrl(
        await readPublicBase(db, publicUrl),
        page.schoolIdentifier,
        page.fairIdentifier,
      );
      return {
        page,
        etag: toEtag(JSON.stringify(page)),
        url,
        html: await compressed(fairPage(page, url)),
        until,
      };
    });
    if (!found) throw missing('page');
    return found;
  };
}

/**
 * Returns the remaining cache time in seconds. Others may cache as long as this server does, so
 * that changes show up when promised.
 */
export function secondsLeft({ until }: CachedPage): number {
  return Math.max(0, Math.ceil((until - performance.now()) / 1_000));
}

async function compressed(plain: string): Promise<Html> {
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    promisify(gzip)(plain),
  ]);
  return { etag: toEtag(plain), plain, br, gzip: gzipped };
}

const toEtag = (content: string) =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
