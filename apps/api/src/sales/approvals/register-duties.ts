import { sql } from 'kysely';

/** SQL conditions on the role of a person of staff at a register. */

export const editsFairs = sql<boolean>`exists (
  select
  from role_rights
  where role_rights.role_id = roles.id and role_rights.module = 'Fairs' and role_rights.edit)`;
/** SQL condition: the role has a duty that edit Fairs includes. */
const roleHasDuty = (duty: 'work_register' | 'decide_payments') => sql<boolean>`(
  roles.is_system or ${editsFairs} or exists (
    select
    from role_duties
    where role_duties.role_id = roles.id and role_duties.duty = ${sql.lit(duty)}))`;
/** SQL condition: the role has the duty to work a register. */
export const hasDutyNow = roleHasDuty('work_register');
/** SQL condition: the role has the duty to decide payments and refunds, so also at registers. */
export const approvesNow = roleHasDuty('decide_payments');
