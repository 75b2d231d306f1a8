/**
 * Fills in the `@NAME@` of a configuration file. Throws if a value is missing or is not used by
 * the file, so that template and program stay together.
 */
export function fillTemplate(text: string, values: Readonly<Record<string, string>>): string {
  const used = new Set<string>();
  const filled = text.replaceAll(/@([A-Z][A-Z0-9_]*)@/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The template has @${name}@, which has no value.`);
    used.add(name);
    return value;
  });
  const unused = Object.keys(values).filter((name) => !used.has(name));
  if (unused.length > 0) throw new Error(`The template has no @${unused.join('@, @')}@.`);
  return filled;
}

/** Divides SQL into its statements, because CREATE DATABASE runs in no transaction. */
export const toStatements = (text: string): string[] =>
  text
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean);
