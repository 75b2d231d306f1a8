import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/** Limits for fetching one file of the source system. */
export type SourceLimits = {
  fileBytes: number;
  /** Maximum time without any data. */
  stallMilliseconds: number;
  /** Maximum time for the whole file. */
  milliseconds: number;
};
export const SOURCE_LIMITS: SourceLimits = {
  fileBytes: 100_000_000,
  stallMilliseconds: 20_000,
  milliseconds: 600_000,
};

/**
 * Thrown if a file of the source cannot be read. The message is for the person who started the
 * sync.
 */
export class SourceTrouble extends Error {}

/**
 * Calls `work` with the path of a file of the source, which is a folder or a base URL. A file from
 * the network is downloaded completely first, so that a broken one is not partly applied. Returns
 * undefined without calling `work` if the source does not have this file.
 */
export async function withSourceFile<Result>(
  source: string,
  name: string,
  signal: AbortSignal,
  limits: SourceLimits,
  work: (file: string) => Promise<Result>,
): Promise<Result | undefined> {
  if (!/^https?:/.test(source)) {
    const file = await localFile(source, name, limits);
    return file === undefined ? undefined : work(file);
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'pos-admin-sync-'));
  try {
    const file = path.join(folder, name);
    return (await download(`${source}/${name}`, file, signal, limits))
      ? await work(file)
      : undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function localFile(
  folder: string,
  name: string,
  limits: SourceLimits,
): Promise<string | undefined> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new SourceTrouble('The folder of the source system does not exist.');
  const file = path.join(folder, name);
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new SourceTrouble('The file cannot be opened.');
  });
  if (!found) return undefined;
  if (!found.isFile()) throw new SourceTrouble('This is not a file.');
  if (found.size > limits.fileBytes) throw tooLarge(limits);
  return file;
}

/** Downloads a file to `to`. Returns false if the address has none. */
async function download(
  address: string,
  to: string,
  signal: AbortSignal,
  limits: SourceLimits,
): Promise<boolean> {
  const cut = new AbortController();
  const stop = AbortSignal.any([signal, cut.signal]);
  const endsTooLate = setTimeout(
    () => cut.abort(new SourceTrouble('The file took too long to download.')),
    limits.milliseconds,
  );
  const stalls = setTimeout(
    () =>
      cut.abort(
        new SourceTrouble(
          `No data came from the source system for ${Math.ceil(limits.stallMilliseconds / 1000)} seconds.`,
        ),
      ),
    limits.stallMilliseconds,
  );
  try {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { accept: 'text/csv', 'accept-encoding': 'identity' },
      signal: stop,
    });
    const body = toBody(response);
    if (!body) return false;
    let received = 0;
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        stalls.refresh();
        received += chunk.length;
        done(received > limits.fileBytes ? tooLarge(limits) : null, chunk);
      },
    });
    await pipeline(Readable.fromWeb(body), counted, createWriteStream(to), { signal: stop });
    return true;
  } catch (error) {
    if (stop.aborted) throw stop.reason;
    throw error instanceof SourceTrouble
      ? error
      : new SourceTrouble(
          isUnreachable(error) ? whyUnreachable(error.cause) : 'The file ended too early.',
        );
  } finally {
    clearTimeout(endsTooLate);
    clearTimeout(stalls);
    cut.abort();
  }
}

/** Returns the body of a successful response; undefined if there is no such file. */
function toBody({ status, headers, body }: Response): ReadableStream | undefined {
  if (status === 404 || status === 410) return undefined;
  if (status >= 300 && status < 400)
    throw new SourceTrouble(
      'The source system redirects to another address, which is not followed.',
    );
  if (status !== 200 || !body) throw new SourceTrouble(`The source system answered ${status}.`);
  // Otherwise a truncated file would look complete, and so would a truncated amount.
  if (headers.get('content-length') === null && headers.get('transfer-encoding') !== 'chunked')
    throw new SourceTrouble('The source system does not declare where the file ends.');
  return body;
}

/** Returns true if fetch got no answer at all: a TypeError with the socket's error as its cause. */
function isUnreachable(error: unknown): error is TypeError {
  return error instanceof TypeError && error.message === 'fetch failed';
}

/**
 * Explains certificate errors, which an operator can fix. Any other error means that the network is
 * down.
 */
function whyUnreachable(cause: unknown): string {
  const code = String((cause as NodeJS.ErrnoException | undefined)?.code);
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return 'The certificate of the source system is not valid at this time. It has expired, or a clock is wrong.';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'The certificate of the source system is for another address.';
  if (/CERT|UNABLE_TO_VERIFY/.test(code))
    return 'The certificate of the source system is not trusted. The operator can add the authority that signed it in NODE_EXTRA_CA_CERTS.';
  return 'The source system cannot be reached.';
}

const tooLarge = ({ fileBytes }: SourceLimits) =>
  new SourceTrouble(`The file is larger than ${Math.floor(fileBytes / 1_000_000)} MB.`);
