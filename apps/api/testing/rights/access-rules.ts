import {
  anyone,
  deliveringRegister,
  edit,
  EDITABLE_MODULES,
  MODULES,
  read,
  readOrEdit,
  register,
  self,
  signedIn,
  staffRegister,
  superAdmin,
  type Access,
  type Module,
  type Place,
} from '@pos/contract/permissions';
import type { Persona } from './personas.ts';
import type { Rule } from './rights-line.ts';
import { concernsAllPlaces, FRESH } from './rights-matrix.ts';
import type { RouteAccess } from '#api/http/access/access.ts';

/** Registers that a rule for registers refuses. */
const REGISTER_REFUSED: Partial<Record<Rule, string>> = {
  register: 'delivering',
  'staff register': 'cashier',
  'delivering register': '',
};

/** True if a person with the right may not make the call, for want of a proof or of all places. */
const isHindered = ({ lacks = [] }: Persona, call: string): boolean =>
  (lacks.includes('proof') && FRESH.has(call)) ||
  (lacks.includes('places') && concernsAllPlaces(call));

/**
 * Expected result for a caller: accepted, 401 without a valid identity, 403 without the right; with
 * the call, also 403 without what it needs beyond rights: a fresh proof, or to work everywhere.
 */
export function verdict(rule: Rule, persona: Persona, call = ''): 'in' | 401 | 403 {
  const { standing, holds } = persona;
  if (rule === 'public') return 'in';
  const isRegister = standing.endsWith(' register');
  if (rule in REGISTER_REFUSED) {
    if (!isRegister) return 401;
    return standing === `${REGISTER_REFUSED[rule]} register` ? 403 : 'in';
  }
  if (standing === 'stranger' || isRegister) return 401;
  if (isHindered(persona, call)) return 403;
  if (rule === 'self' || standing === 'super') return 'in';
  if (standing === 'unverified') return 403;
  return rule === 'signed-in' ||
    rule.split(' or ').some((one) => one.split(' and ').every((right) => holds.includes(right)))
    ? 'in'
    : 403;
}

/** Returns the admin of a persona's token. */
export function getAdminId({ token }: Persona): string {
  return (
    JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }
  ).sub;
}

/**
 * Guards that this route must not have: open to strangers or to any signed-in admin, of another
 * module, with read and edit swapped, without a proof, or for other places.
 */
export function weakened({
  place = 'none',
  ...declared
}: RouteAccess & { place?: Place }): RouteAccess[] {
  const modules: Module[] =
    declared.kind === 'rights' ? [...new Set(declared.anyOf.map(([module]) => module))] : [];
  const other = MODULES.find((module) => !modules.includes(module)) ?? 'Dashboard';
  const candidates: Access[] = [
    anyone,
    signedIn,
    self,
    superAdmin,
    register,
    deliveringRegister,
    staffRegister,
    read(other),
    read(other, ...modules),
    edit('Fairs'),
    read(...MODULES),
    ...modules.flatMap((module) => [
      read(module),
      ...(EDITABLE_MODULES.includes(module) ? [edit(module), readOrEdit(module)] : []),
    ]),
  ];
  // For public calls, the handler and not the guard checks staff rights: the table has a line for
  // it.
  const own = ['open', 'public'].includes(declared.kind) ? anyone : (declared as Access);
  const seen = new Set([JSON.stringify(own)]);
  const others = candidates.filter((access) => {
    const text = JSON.stringify(access);
    return !seen.has(text) && seen.add(text) !== undefined;
  });
  return [
    ...others.map((access) => ({ ...access, place: 'none' as const })),
    ...('fresh' in own ? [{ ...withoutProof(own), place }] : []),
    // A SUPER_ADMIN works everywhere, and so does whoever has no account.
    ...(['rights', 'signed-in'].includes(own.kind)
      ? [{ ...own, place: place === 'everywhere' ? 'none' : 'everywhere' } as const]
      : []),
  ];
}

const withoutProof = ({ fresh: _, ...own }: Extract<Access, { fresh?: true }>) => own;

export function never(): never {
  throw new Error('Nobody calls.');
}
