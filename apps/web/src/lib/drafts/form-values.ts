import { z } from 'zod';

/**
 * Form values as the schema expects them. A blank text or empty choice that the schema refuses
 * becomes null, which clears the field, or is left out (`undefined`) if the schema takes no null.
 */
export function withoutBlanks(
  schema: z.ZodType,
  values: Record<string, unknown>,
): Record<string, unknown> {
  if (!(schema instanceof z.ZodObject)) return values;
  const shape = schema.shape as Record<string, z.ZodType>;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = shape[name];
      if ((value !== '' && value !== null) || !field || field.safeParse(value).success)
        return [name, value];
      return [
        name,
        field.safeParse(null).success
          ? null
          : field.safeParse(undefined).success
            ? undefined
            : value,
      ];
    }),
  );
}
