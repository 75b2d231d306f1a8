import { z } from 'zod';
import { PaymentMethodNumber } from '../sales/payment-methods.ts';
import { Day, Id, Instant } from '../values.ts';
import type { Column, Field, Fields, ToJson, Kind } from './columns.ts';

/** Schemas of a report's JSON, derived from its description. */

const VALUES: Record<Exclude<Kind, 'choice'>, z.ZodType> = {
  text: z.string(),
  code: z.string(),
  id: Id,
  isbn: z.string(),
  title: z.string(),
  order: z.string(),
  fair: z.string(),
  date: Day,
  datetime: Instant,
  time: Instant,
  integer: z.int(),
  money: z.int(),
  percent: z.number(),
  yesNo: z.boolean(),
  methods: z.array(PaymentMethodNumber),
  texts: z.array(z.string()),
  rates: z.array(z.int()),
};

function valueSchema({ kind, choices = {} }: Column): z.ZodType {
  return kind === 'choice' ? z.enum(Object.keys(choices)) : VALUES[kind];
}

function fieldSchema(field: Field): z.ZodType {
  const schema =
    'list' in field
      ? z.array(objectSchema(field.list))
      : 'fields' in field
        ? objectSchema(field.fields)
        : valueSchema(field);
  const stored = field.nullable ? schema.nullable() : schema;
  return 'optional' in field && field.optional ? stored.optional() : stored;
}

/** Returns the schemas of the fields by name. */
export function toShape(fields: Fields): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)]),
  );
}

/** Returns the schema of an object with these fields. */
export function objectSchema<const Of extends Fields>(fields: Of): z.ZodType<ToJson<Of>> {
  return z.strictObject(toShape(fields)) as z.ZodType as z.ZodType<ToJson<Of>>;
}
