import { AccessClaims, type TokenPair } from '@pos/contract/staff/sign-in';
import type { Duty, PermissionEntry } from '@pos/contract/permissions';
import { siteStore } from './browser-storage.ts';

/** Prefix of all the app's keys in local storage (specification 9). */
const PREFIX = 'admin.';
const KEY = `${PREFIX}session`;
/**
 * Announces that the tokens are gone, here or in another tab, and the person has to sign in again.
 */
export const MOVE_TO_LOGIN = 'move-to-login';
/** Written to local storage for a moment, to tell other tabs that the person chose to sign out. */
const SIGNED_OUT = `${PREFIX}signed-out`;
/** Announces that the server requires a verified email address or a second factor first. */
export const VERIFY_FIRST = 'verify-first';

/**
 * Stored part of a sign-in. `refreshAfter` is in this device's clock (ms), so that a wrong clock
 * does no harm.
 */
export type StoredSession = {
  accessToken: string;
  refreshToken: string;
  refreshAfter: number;
  permission: readonly PermissionEntry[];
  /** Missing from sign-ins stored by earlier versions. */
  duties?: readonly Duty[];
};

/** A token this close to expiry is refreshed before the next call (specification 4). */
const REFRESH_WINDOW_MS = 2 * 60 * 1000;

const listeners = new Set<() => void>();
let cached: { raw: string | null; session: StoredSession | undefined } = {
  raw: null,
  session: undefined,
};

/** The stored sign-in; the same object until it changes. */
export function storedSession(): StoredSession | undefined {
  const raw = siteStore.read(KEY);
  if (raw !== cached.raw) cached = { raw, session: parse(raw) };
  return cached.session;
}

function parse(raw: string | null): StoredSession | undefined {
  if (raw === null) return undefined;
  try {
    const session = JSON.parse(raw) as StoredSession;
    return decodeClaims(session.accessToken) && session;
  } catch {
    return undefined;
  }
}

type Grants = { permission: readonly PermissionEntry[]; duties: readonly Duty[] };

/** Stores the answer of a login or refresh. */
export function storeSession({ token, permission, duties }: { token: TokenPair } & Grants): void {
  const claims = tokenBody(token.access.token);
  const lifetimeMs = (Number(claims['exp']) - Number(claims['iat'])) * 1000;
  const leftMs = Number.isFinite(lifetimeMs)
    ? lifetimeMs
    : Date.parse(token.access.expiresAt) - Date.now();
  const session: StoredSession = {
    accessToken: token.access.token,
    refreshToken: token.refresh.token,
    refreshAfter: Date.now() + leftMs - REFRESH_WINDOW_MS,
    permission,
    duties,
  };
  siteStore.write(KEY, JSON.stringify(session));
  for (const listener of listeners) listener();
}

/** Removes the sign-in and everything else under the prefix. */
export function clearSession(): void {
  removeStored();
  for (const listener of listeners) listener();
}

/**
 * Removes the sign-in because the person chose to sign out; other tabs are told before the tokens
 * go. Announces nothing in this tab: the caller leaves the document.
 */
export function clearSessionByWish(): void {
  siteStore.write(SIGNED_OUT, new Date().toISOString());
  removeStored();
}

function removeStored(): void {
  for (const key of siteStore.keys()) if (key.startsWith(PREFIX)) siteStore.remove(key);
}

/** Calls `listener` when the person signs out in another tab. */
export function onSignOutElsewhere(listener: () => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === SIGNED_OUT && newValue !== null) listener();
  });
}

/** Calls `listener` when the sign-in changes in this or another tab. */
export function subscribeToSession(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === KEY || key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** User data in an access token; undefined if it is not one of ours. */
export function decodeClaims(accessToken: string): AccessClaims | undefined {
  return AccessClaims.safeParse(tokenBody(accessToken)).data;
}

function tokenBody(token: string): Record<string, unknown> {
  const part = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
  const bytes = Uint8Array.from(atob(part), (character) => character.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
}
