import { toPromise, openDatabase } from './browser-database.ts';

/**
 * Seals data kept in this browser with AES-GCM under a key that never leaves it: created once, not
 * extractable, held by IndexedDB. Data stored elsewhere (a cookie, local storage) cannot be read
 * without this browser's key.
 */

const KEY_NAME = 'seal';
const IV_BYTES = 12;
/**
 * Texts are padded to a multiple of this many bytes, so that the length of a short one is hidden.
 */
const BLOCK_BYTES = 256;
const LENGTH_BYTES = 4;

/**
 * Seals the text as base64; the same `context` must be given to open it. Returns undefined if no
 * key is available.
 */
export async function seal(text: string, context: string): Promise<string | undefined> {
  const key = await sealingKey();
  if (!key) return undefined;
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(context) },
      key,
      pad(text),
    ),
  );
  return toBase64(new Uint8Array([...iv, ...sealed]));
}

/**
 * Opens a sealed text; undefined if it was changed, belongs to another context, or the key is gone.
 */
export async function unseal(sealed: string, context: string): Promise<string | undefined> {
  try {
    const key = await sealingKey();
    if (!key) return undefined;
    const bytes = fromBase64(sealed);
    const padded = await crypto.subtle.decrypt(
      {
        name: 'AES-GCM',
        iv: bytes.slice(0, IV_BYTES),
        additionalData: new TextEncoder().encode(context),
      },
      key,
      bytes.slice(IV_BYTES),
    );
    return unpad(new Uint8Array(padded));
  } catch {
    return undefined;
  }
}

/** Pads a text: four bytes of length, the text, then zeros up to a whole number of blocks. */
export function pad(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(
    Math.ceil((LENGTH_BYTES + bytes.length) / BLOCK_BYTES) * BLOCK_BYTES,
  );
  new DataView(padded.buffer).setUint32(0, bytes.length);
  padded.set(bytes, LENGTH_BYTES);
  return padded;
}

/** Returns the text from the bytes that `pad` made. */
export function unpad(padded: Uint8Array): string {
  const length = new DataView(padded.buffer, padded.byteOffset).getUint32(0);
  return new TextDecoder().decode(padded.slice(LENGTH_BYTES, LENGTH_BYTES + length));
}

/** Bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Bytes of a base64 text; throws if it is invalid. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/**
 * False if no key is available: on plain http, in some private windows. Data that needs sealing
 * then stays off the disk.
 */
export async function canSeal(): Promise<boolean> {
  return (await sealingKey()) !== undefined;
}

let known: Promise<CryptoKey | undefined> | undefined;

function sealingKey(): Promise<CryptoKey | undefined> {
  known ??= findOrMakeKey().catch(() => undefined);
  return known;
}

async function findOrMakeKey(): Promise<CryptoKey | undefined> {
  // Only on https and localhost. Opening the database throws in some private windows.
  if (!globalThis.crypto?.subtle) return undefined;
  const fresh = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  const database = await openDatabase();
  try {
    // One transaction, so that two tabs end up with the same key.
    const store = database.transaction('keys', 'readwrite').objectStore('keys');
    const found: unknown = await toPromise(store.get(KEY_NAME));
    if (found instanceof CryptoKey) return found;
    await toPromise(store.put(fresh, KEY_NAME));
    return fresh;
  } finally {
    database.close();
  }
}
