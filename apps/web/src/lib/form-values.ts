import { z } from 'zod';

/**
 * The values of a form as the schema wants them: a blank text or a choice not made (`null`) becomes "not given" where the
 * schema refuses it but lets the field be left out (`undefined`) or be nothing (`null`).
 */
export function withoutBlanks(schema: z.ZodType, values: Record<string, unknown>): Record<string, unknown> {
  if (!(schema instanceof z.ZodObject)) return values;
  const shape = schema.shape as Record<string, z.ZodType>;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = shape[name];
      if ((value !== '' && value !== null) || !field || field.safeParse(value).success) return [name, value];
      return [name, field.safeParse(undefined).success ? undefined : field.safeParse(null).success ? null : value];
    }),
  );
}
