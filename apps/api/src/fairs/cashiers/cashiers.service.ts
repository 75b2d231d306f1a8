import {
  type Cashier,
  type CashierChanges,
  MAX_CASHIERS,
  type NewCashiers,
} from '@pos/contract/fairs/cashiers';
import { v7 as uuidv7 } from 'uuid';
import { isDuplicate } from '#api/db/database-errors.ts';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { Failure, invalid, missing } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { refuseStale } from '#api/http/stale.ts';
import { changedFields, recordActivity } from '#api/staff/activity/activity.service.ts';
import { hashSecretCode } from '#api/staff/admins/secret-code.ts';
import {
  findCashiers,
  insertCashierRows,
  lockCashier,
  lockFairOfCashiers,
  markCashierDeletedRow,
  type StoredCode,
  updateCashierRow,
} from './cashiers.queries.ts';
import { sealCodeCheck } from './code-checks.rules.ts';

const NAME_TAKEN = 'This fair already has a cashier of this name.';

/**
 * Adds cashiers to a fair that is not closed out, all or none. A name occurs once at a fair, without
 * regard to case, because it is how people find themselves at the register.
 */
export async function addCashiers(
  db: Db,
  pepper: Uint8Array,
  actor: Actor,
  { fairId, cashiers }: NewCashiers & { fairId: string },
): Promise<Cashier[]> {
  const rows = await Promise.all(
    cashiers.map(async ({ name, secretCode }) => {
      const id = uuidv7();
      return { id, fairId, name, ...(await storedCode(pepper, id, secretCode)) };
    }),
  );
  return inTransaction(db, async (tx) => {
    const fair = await lockFairOfCashiers(tx, fairId);
    if (!fair) throw missing('fair');
    if (fair.closeOutState === 'finished')
      throw new Failure('FAIR_FINISHED', 'This fair is closed out, so nobody sells there.');
    const before = await findCashiers(tx, fairId);
    refuseTakenNames(before, cashiers);
    if (before.length + rows.length > MAX_CASHIERS)
      throw invalid({ cashiers: `A fair has at most ${MAX_CASHIERS} cashiers.` });
    await insertCashierRows(tx, rows);
    const after = await findCashiers(tx, fairId);
    await recordActivity(tx, actor, {
      action: 'fair.cashiers_added',
      entity: 'fair',
      entityId: fairId,
      changes: { cashiers: { from: getNames(before), to: getNames(after) } },
    });
    return after;
  });
}

/** Changes a cashier. A new code ends the cashier's logins at once. */
export async function updateCashier(
  db: Db,
  pepper: Uint8Array,
  actor: Actor,
  { id, version, secretCode, ...fields }: CashierChanges & { id: string },
): Promise<Cashier> {
  const code = secretCode === undefined ? undefined : await storedCode(pepper, id, secretCode);
  return inTransaction(db, async (tx) => {
    const before = await lockOrRefuse(tx, id);
    await refuseStale(tx, 'fair', before.fairId, before, version);
    await updateCashierRow(tx, id, version + 1, { ...fields, ...code }).catch(refuseTakenName);
    const shown = { cashier: before.name, ...before, secretCode: null };
    await recordActivity(tx, actor, {
      action: 'fair.cashier_changed',
      entity: 'fair',
      entityId: before.fairId,
      changes: {
        cashier: { from: before.name, to: fields.name },
        ...changedFields<Record<string, unknown>>(
          shown,
          { status: fields.status, ...(code && { secretCode: '****' }) },
          ['secretCode'],
        ),
      },
    });
    return await lockOrRefuse(tx, id);
  });
}

/** Removes a cashier, whose logins end at once. Orders keep the name. */
export function deleteCashier(db: Db, actor: Actor, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { fairId, name, version } = await lockOrRefuse(tx, id);
    await markCashierDeletedRow(tx, id, version + 1);
    await recordActivity(tx, actor, {
      action: 'fair.cashier_removed',
      entity: 'fair',
      entityId: fairId,
      changes: { cashier: { from: name, to: null } },
    });
  });
}

async function storedCode(pepper: Uint8Array, id: string, code: string): Promise<StoredCode> {
  return {
    secretCodeHash: await hashSecretCode(code, pepper),
    codeCheck: await sealCodeCheck(pepper, id, code),
  };
}

async function lockOrRefuse(tx: Tx, id: string): Promise<Cashier> {
  const cashier = await lockCashier(tx, id);
  if (!cashier) throw missing('cashier');
  return cashier;
}

function refuseTakenNames(
  present: readonly { name: string }[],
  added: readonly { name: string }[],
): void {
  const taken = new Set(present.map(({ name }) => name.toLowerCase()));
  const errors: Record<string, string> = {};
  added.forEach(({ name }, index) => {
    if (taken.has(name.toLowerCase())) errors[`cashiers.${index}.name`] = NAME_TAKEN;
    taken.add(name.toLowerCase());
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

function refuseTakenName(error: unknown): never {
  if (isDuplicate(error, 'cashiers_name_key')) throw invalid({ name: NAME_TAKEN });
  throw error;
}

const getNames = (cashiers: readonly { name: string }[]) => cashiers.map(({ name }) => name);
