import { hasChildName } from '@pos/contract/child-names';
import type { Endpoint, NamedRecord } from '@pos/contract/endpoint';
import { holds } from '@pos/contract/permissions';
import type { SignedInAdmin, SignedInRegister } from './access/identity.ts';
import { FileAnswer, Tagged } from './feature.ts';

/** A call that answered with names of children, and the record that it was about; none for all. */
export type NamesRead = {
  call: string;
  entity: NamedRecord | undefined;
  entityId: string | undefined;
};

/** Records that a query may name, the narrowest first. */
const NAMED = [
  ['studentId', 'student'],
  ['fairId', 'fair'],
  ['schoolId', 'school'],
] as const;

/**
 * Returns what a caller reads of children's names with an answer; undefined if it holds none. Only
 * the right to read Students shows them (trust T27); files of a call that declares names hold them.
 */
export function findNamesRead(
  { method, path, names }: Endpoint,
  outcome: unknown,
  { params, query }: { params: unknown; query: unknown },
  caller: SignedInAdmin | SignedInRegister,
): NamesRead | undefined {
  if (!names) return undefined;
  const isNamed =
    outcome instanceof FileAnswer
      ? outcome.holdsNames
      : hasChildName(outcome instanceof Tagged ? outcome.body : outcome);
  const maySee = caller.kind !== 'admin' || holds(caller.rights, 'Students', 'read_only');
  if (!maySee || !isNamed) return undefined;
  const call = `${method} ${path}`;
  if (names === 'file') return { call, entity: undefined, entityId: undefined };
  if (names !== true) return { call, entity: names, entityId: (params as { id: string }).id };
  const asked = (query ?? {}) as Record<string, unknown>;
  for (const [field, entity] of NAMED) {
    const entityId = asked[field];
    if (typeof entityId === 'string') return { call, entity, entityId };
  }
  return { call, entity: undefined, entityId: undefined };
}
