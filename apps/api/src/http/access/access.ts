import { allows, type Access, type Place, type Rights } from '@pos/contract/permissions';
import { neededRight } from '@pos/contract/permission-words';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';
import type { Identify, SignedInAdmin, SignedInRegister } from './identity.ts';

/**
 * Access rule of a route: a call's access from the contract, or `open` for routes that are not
 * calls (files, health, documents).
 */
export type RouteAccess = (Access & { readonly place: Place }) | { readonly kind: 'open' };

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
    /** A ticket in the query of a GET replaces a token (contract, `Endpoint.ticketed`). */
    ticketed?: boolean;
    /** The call accepts a file. A body above its limit is reported as a file that is too large. */
    upload?: boolean;
  }
  interface FastifyRequest {
    /** Set by `enforceAccess`, read by `getCaller`. */
    caller: SignedInAdmin | SignedInRegister | undefined;
  }
}

/** Returns the caller after `enforceAccess`; undefined for anonymous callers. */
export function getCaller(request: FastifyRequest): SignedInAdmin | SignedInRegister | undefined {
  return request.caller;
}

/**
 * Allows or refuses a request by its route's declared access, before a byte of its body is read.
 */
export async function enforceAccess(
  access: RouteAccess,
  request: FastifyRequest,
  identify: Identify,
): Promise<void> {
  if (access.kind === 'public' || access.kind === 'open') return;
  if (access.kind === 'device') return enforceDevice(access, request, identify);
  const ticket = findTicket(request);
  const admin =
    ticket === undefined
      ? await identify.admin(bearerToken(request), access.fresh)
      : await identify.ticket(ticket, (request.params as { id?: string }).id ?? '');
  request.caller = admin;
  if (!admin.emailVerified && !(access.kind === 'signed-in' && access.unverified))
    throw new Failure('VERIFY_FIRST', 'Verify your email address first.');
  if (admin.isFactorMissing && !(access.kind === 'signed-in' && access.unverified))
    throw new Failure('FACTOR_MISSING', 'Set up a second factor first.');
  requireRights(admin.rights, access);
  if (access.fresh) requireFresh(admin);
}

/**
 * Refuses a dangerous call unless the person proved who they are within ten minutes (trust.md,
 * "Second factors"). For calls of which only a part is dangerous; others declare `fresh`.
 */
export function requireFresh({ isFresh }: Pick<SignedInAdmin, 'isFresh'>): void {
  if (!isFresh) throw new Failure('CONFIRM_FIRST', 'Confirm that it is you.');
}

async function enforceDevice(
  { delivers, staff }: Extract<Access, { kind: 'device' }>,
  request: FastifyRequest,
  identify: Identify,
): Promise<void> {
  const register = await identify.register(bearerToken(request));
  request.caller = register;
  if (register.mode === 'deliver' && !delivers)
    throw new Failure('FORBIDDEN', 'This register may only send in its existing sales.');
  if (staff && register.fairCashierId !== null)
    throw new Failure('FORBIDDEN', 'Cashiers of a fair only sell. Log in as a person of staff.');
}

/** Refuses a caller whose rights do not allow a call, or the part of it that the body names. */
export function requireRights(rights: Rights, access: Access & { place?: Place }): void {
  if (access.place === 'everywhere' && rights.isLimited)
    throw new Failure(
      'FORBIDDEN',
      'This concerns all places, and you work in some. Ask someone who works everywhere.',
    );
  if (!allows(access, rights))
    throw new Failure('FORBIDDEN', `You need the right: ${neededRight(access)}.`);
}

/**
 * Returns the ticket in the address of a call that accepts one. A HEAD request would use it up for
 * nothing.
 */
function findTicket({ routeOptions, method, query }: FastifyRequest): string | undefined {
  const ticket =
    routeOptions.config.ticketed && method === 'GET'
      ? (query as Record<string, unknown>)['ticket']
      : undefined;
  return typeof ticket === 'string' ? ticket : undefined;
}

/** Returns the request's bearer token. Refuses a request without one. */
export function bearerToken(request: FastifyRequest): string {
  const token = /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (!token) throw new Failure('TOKEN_INVALID', 'Sign in to continue.');
  return token;
}
