import { z } from 'zod';
import { Day, Id, QueryBoolean, QueryCents, several } from './values.ts';

/**
 * Filters of the lists. A filter is a field of a list's query that has a label: the screen draws it
 * from here. Its SQL stands in the API's list of the same query.
 */

type Choice = { value: string; label: string };
/** Values with their labels. A text in a list is its own label. */
type Choices = Readonly<Record<string, string | { label: string }>> | readonly (string | Choice)[];
/** Records that are found by a search; the web app knows the call for each. */
export type RecordKind =
  | 'admins'
  | 'devices'
  | 'fairs'
  | 'parents'
  | 'regions'
  | 'roles'
  | 'schools'
  | 'teachers';

type Look = {
  /** Shown next to the search (three at most); the others are under "More filters". */
  promoted?: true;
  /** Replaced by another filter: shown only where an older address or saved view has it. */
  isOld?: true;
};
type Kind =
  | { kind: 'choice'; choices: readonly Choice[]; isMany: boolean }
  | { kind: 'record'; of: RecordKind }
  /** Range from the filter's own key to `to`; amounts are in cents. */
  | { kind: 'days'; to: string }
  | { kind: 'amounts'; to: string };
type Described = Look & Kind & { label: string };
/** Filter of a list. Its value `byDefault` does not count as a filter. */
export type ListFilter = Described & { key: string; byDefault: unknown };

export const PROMOTED: Look = { promoted: true };
const described = new WeakMap<object, Described>();

function describe<Schema extends z.ZodType>(schema: Schema, filter: Described): Schema {
  described.set(schema, filter);
  return schema;
}

/** Returns the filters of a list, in the order of its query. */
export function listFilters({ shape }: z.ZodObject): ListFilter[] {
  return Object.entries(shape).flatMap(([key, field]) => {
    const filter = described.get(field);
    return filter ? [{ ...filter, key, byDefault: z.safeParse(field, undefined).data }] : [];
  });
}

/** Filter by one of the values; `schema` is optional or has a default. */
export const oneOf = <Schema extends z.ZodType>(
  label: string,
  schema: Schema,
  choices: Choices,
  look?: Look,
) =>
  describe(schema, { kind: 'choice', label, choices: toChoices(choices), isMany: false, ...look });

/** Filter by one or several of the values. */
export const severalOf = <Value extends z.ZodType>(
  label: string,
  value: Value,
  choices: Choices,
  look?: Look,
) =>
  describe(several(value).optional(), {
    kind: 'choice',
    label,
    choices: toChoices(choices),
    isMany: true,
    ...look,
  });

/** Filter by true or false. */
export const yesOrNo = (label: string, yes = 'Yes', no = 'No', look?: Look) =>
  oneOf(label, QueryBoolean.optional(), { true: yes, false: no }, look);

/** Filter by a record. */
export const byRecord = (label: string, of: RecordKind, look?: Look) =>
  describe(Id.optional(), { kind: 'record', label, of, ...look });

/** Filter by a name that many records have, such as a region. */
export const byName = <Name extends z.ZodType>(
  label: string,
  of: RecordKind,
  name: Name,
  look?: Look,
) => describe(name.optional(), { kind: 'record', label, of, ...look });

/** Filter by a range of days. */
export const byDays = (label: string) => ({
  from: describe(Day.optional(), { kind: 'days', label, to: 'to', ...PROMOTED }),
  to: Day.optional(),
});

/** Filter by a range of amounts. */
export const byAmounts = (label: string) => ({
  minCents: describe(QueryCents.optional(), { kind: 'amounts', label, to: 'maxCents' }),
  maxCents: QueryCents.optional(),
});

function toChoices(choices: Choices): readonly Choice[] {
  if (isList(choices))
    return choices.map((one) => (typeof one === 'string' ? { value: one, label: one } : one));
  return Object.entries(choices).map(([value, text]) => ({
    value,
    label: typeof text === 'string' ? text : text.label,
  }));
}

const isList = (choices: Choices): choices is readonly (string | Choice)[] =>
  Array.isArray(choices);
