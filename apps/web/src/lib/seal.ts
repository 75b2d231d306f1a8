/**
 * Seals what this browser keeps with AES-GCM under a key that never leaves it: made once, not extractable, held by
 * IndexedDB. What is stored elsewhere (a cookie, local storage) gives nothing away without the browser's own key.
 */

const STORE = 'keys';
const KEY_NAME = 'seal';
const IV_BYTES = 12;
/** Texts are padded to this many bytes, so that their length does not show. */
const PADDED_BYTES = 256;
const LENGTH_BYTES = 2;

/** The text sealed, as base64; `context` has to be given again to open it. Nothing where no key can be had or the text is too long. */
export async function seal(text: string, context: string): Promise<string | undefined> {
  const key = await sealingKey();
  const padded = pad(text);
  if (!key || !padded) return undefined;
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(context) }, key, padded));
  return toBase64(new Uint8Array([...iv, ...sealed]));
}

/** What was sealed; nothing when it was changed, belongs to another context, or the key is gone. */
export async function unseal(sealed: string, context: string): Promise<string | undefined> {
  try {
    const key = await sealingKey();
    if (!key) return undefined;
    const bytes = fromBase64(sealed);
    const padded = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytes.slice(0, IV_BYTES), additionalData: new TextEncoder().encode(context) }, key, bytes.slice(IV_BYTES));
    return unpad(new Uint8Array(padded));
  } catch {
    return undefined;
  }
}

/** Two bytes of length, the text, then zeros up to the fixed size; nothing when the text is longer than that. */
export function pad(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > PADDED_BYTES - LENGTH_BYTES) return undefined;
  const padded = new Uint8Array(PADDED_BYTES);
  padded.set([bytes.length >> 8, bytes.length & 0xff]);
  padded.set(bytes, LENGTH_BYTES);
  return padded;
}

/** The text inside what `pad` made. */
export function unpad(padded: Uint8Array): string {
  const length = ((padded[0] ?? 0) << 8) | (padded[1] ?? 0);
  return new TextDecoder().decode(padded.slice(LENGTH_BYTES, LENGTH_BYTES + length));
}

/** Bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** The bytes of a base64 text; throws for a text that is none. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

let known: Promise<CryptoKey | undefined> | undefined;

function sealingKey(): Promise<CryptoKey | undefined> {
  known ??= findOrMakeKey().catch(() => undefined);
  return known;
}

async function findOrMakeKey(): Promise<CryptoKey | undefined> {
  // Browsers have it only on https and localhost, and no database in some private windows.
  if (!globalThis.crypto?.subtle || !globalThis.indexedDB) return undefined;
  const fresh = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const database = await openDatabase();
  // One transaction, so that two tabs end up with the same key.
  const store = database.transaction(STORE, 'readwrite').objectStore(STORE);
  const found: unknown = await answerOf(store.get(KEY_NAME));
  if (found instanceof CryptoKey) return found;
  await answerOf(store.put(fresh, KEY_NAME));
  return fresh;
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open('pos-admin', 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return answerOf(request);
}

function answerOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB refused.'));
  });
}
