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
import type { RouteAccess } from '#api/http/access/access.ts';

/** Registers that a rule for registers refuses. */
const REGISTER_REFUSED: Partial<Record<Rule, string>> = {
  register: 'delivering',
  'staff register': 'cashier',
  'delivering register': '',
};

/**
 * Expected result for a caller: accepted, 401 without a valid identity, 403 without the right, or
 * without a fresh proof for a call that needs one.
 */
export function verdict(
  rule: Rule,
  { standing, holds }: Persona,
  needsProof = false,
): 'in' | 401 | 403 {
  if (rule === 'public') return 'in';
  const isRegister = standing.endsWith(' register');
  if (rule in REGISTER_REFUSED) {
    if (!isRegister) return 401;
    return standing === `${REGISTER_REFUSED[rule]} register` ? 403 : 'in';
  }
  if (standing === 'stranger' || isRegister) return 401;
  if (standing === 'stale super') return needsProof ? 403 : 'in';
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
 * module, or with read and edit swapped.
 */
export function weakened({
  place: _place,
  ...declared
}: RouteAccess & { place?: Place }): Access[] {
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
  const seen = new Set([
    JSON.stringify(['open', 'public'].includes(declared.kind) ? anyone : declared),
  ]);
  return candidates.filter((access) => {
    const text = JSON.stringify(access);
    return !seen.has(text) && seen.add(text) !== undefined;
  });
}

export function never(): never {
  throw new Error('Nobody calls.');
}
