import type { FairOption, FairWithInventory } from '@pos/contract/fairs/fairs';
import { MAX_OPTIONS, type OptionsQuery } from '@pos/contract/values';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { inactiveState } from '#api/db/gone-state.ts';
import { containing, hasText } from '#api/lists/search-text.ts';
import { joined, phase } from './fairs.queries.ts';

const byPhase = sql`array_position(array['live', 'ended', 'upcoming'], ${phase})`;

/** Finds active fairs by name, identifier or school, live ones first; or only the fair `id`. */
export function findFairOptions(db: Db, { search = '', id }: OptionsQuery): Promise<FairOption[]> {
  const text = containing(search);
  return joined(db)
    .select([
      'fairs.id as value',
      'fairs.name as label',
      'fairs.identifier',
      'schools.identifier as schoolIdentifier',
      'schools.name as schoolName',
      'fairs.startDate',
      'fairs.endDate',
      'fairs.timeZone',
      'fairs.closeOutState',
    ])
    .select(phase.as('phase'))
    .select(inactiveState(sql`fairs.status`).as('state'))
    .where((eb) =>
      id
        ? eb('fairs.id', '=', id)
        : eb.and([
            eb('fairs.status', '=', 'active'),
            eb.or([
              hasText(sql`fairs.name`, text),
              eb('fairs.identifier', 'ilike', text),
              hasText(sql`schools.name`, text),
              eb('schools.identifier', 'ilike', text),
            ]),
          ]),
    )
    .orderBy(byPhase)
    .orderBy('fairs.startDate', 'desc')
    .orderBy('fairs.id')
    .limit(MAX_OPTIONS)
    .execute();
}

/** Finds fairs that have inventory, with titles and units, live ones first; or only the fair `id`. */
export function findFairsWithInventory(
  db: Db,
  { search = '', id }: OptionsQuery,
): Promise<FairWithInventory[]> {
  const text = containing(search);
  return db
    .selectFrom('fairs')
    .innerJoin('fairLines', 'fairLines.fairId', 'fairs.id')
    .select(['fairs.id', 'fairs.name', 'fairs.identifier', 'fairs.startDate', 'fairs.endDate'])
    .select(phase.as('phase'))
    .select(sql<number>`count(*)`.as('titles'))
    .select(sql<number>`sum(fair_lines.sent_qty)::bigint`.as('units'))
    .select(sql<number>`sum(greatest(fair_lines.on_hand, 0))::bigint`.as('onHand'))
    .where((eb) =>
      id
        ? eb('fairs.id', '=', id)
        : eb.or([hasText(sql`fairs.name`, text), eb('fairs.identifier', 'ilike', text)]),
    )
    .groupBy('fairs.id')
    .orderBy(byPhase)
    .orderBy('fairs.startDate', 'desc')
    .orderBy('fairs.id')
    .limit(MAX_OPTIONS)
    .execute();
}
