import { api } from '@pos/contract/api';
import type { Endpoint } from '@pos/contract/endpoint';
import { z } from 'zod';

/** Part of JSON Schema that the generated tests read. */
export type FieldSchema = {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  minItems?: number;
  required?: string[];
  properties?: Record<string, FieldSchema>;
  items?: FieldSchema;
  additionalProperties?: FieldSchema | boolean;
  propertyNames?: FieldSchema;
  anyOf?: FieldSchema[];
  oneOf?: FieldSchema[];
};

type Path = (string | number)[];
/**
 * A field of a call's body or query: its path from the root, its schema, and the constants that
 * select its branch of a union.
 */
export type ContractField = { path: Path; schema: FieldSchema; constants: [Path, unknown][] };

/** A call of the contract with its name, such as `devices.add`. */
export type NamedCall = { name: string; endpoint: Endpoint };

/** Every call of the contract. */
export const CALLS: readonly NamedCall[] = Object.entries(api).flatMap(([feature, calls]) =>
  Object.entries(calls).map(([name, endpoint]: [string, Endpoint]) => ({
    name: `${feature}.${name}`,
    endpoint,
  })),
);

/** Returns the input of a schema as JSON Schema. */
export function inputSchema(schema: z.ZodType): FieldSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as FieldSchema;
}

const listed = new WeakMap<z.ZodType, readonly ContractField[]>();

/**
 * Returns every field of a schema at any depth: objects, the first item of arrays, one entry of
 * records.
 */
export function listFields(schema: z.ZodType): readonly ContractField[] {
  const known = listed.get(schema) ?? walk(inputSchema(schema), [], []);
  listed.set(schema, known);
  return known;
}

function walk(
  schema: FieldSchema,
  path: Path,
  constants: ContractField['constants'],
): ContractField[] {
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) {
    return branches.flatMap((branch) =>
      walk(branch, path, [...constants, ...choices(branch, path)]),
    );
  }
  const own = path.length > 0 ? [{ path, schema, constants }] : [];
  if (schema.items) return [...own, ...walk(schema.items, [...path, 0], constants)];
  const properties = Object.entries(schema.properties ?? {});
  const entries = typeof schema.additionalProperties === 'object' ? [toEntry(schema)] : [];
  return [
    ...own,
    ...[...properties, ...entries].flatMap(([name, each]) =>
      walk(each, [...path, name], constants),
    ),
  ];
}

/**
 * Returns the values that select this branch of a union: its constants and the first of each closed
 * set.
 */
function choices({ properties = {} }: FieldSchema, path: Path): [Path, unknown][] {
  return Object.entries(properties).flatMap(([name, each]): [Path, unknown][] => {
    const choice = each.const ?? each.enum?.[0];
    return choice === undefined ? [] : [[[...path, name], choice]];
  });
}

function toEntry({ propertyNames, additionalProperties }: FieldSchema): [string, FieldSchema] {
  return [String(propertyNames?.enum?.[0] ?? 'name'), additionalProperties as FieldSchema];
}

/** Returns true if a schema accepts text. */
export function isText({ type, enum: values, const: only }: FieldSchema): boolean {
  return [type].flat().includes('string') && values === undefined && only === undefined;
}

/** Sets the value at a path in a copy of `root`, creating objects and arrays on the way. */
export function withValue(root: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const items: unknown[] = Array.isArray(root) ? [...(root as unknown[])] : [];
    items[step] = withValue(items[step], rest, value);
    return items;
  }
  const object = typeof root === 'object' && root !== null && !Array.isArray(root) ? root : {};
  const inner = withValue((object as Record<string, unknown>)[step], rest, value);
  return { ...object, [step]: inner };
}

/** Builds a body or query with this value in the field and nothing else but its parents. */
export function onlyWith({ path, constants }: ContractField, value: unknown): unknown {
  const root = constants.reduce<unknown>(
    (made, [where, constant]) => withValue(made, where, constant),
    undefined,
  );
  return withValue(root, path, value);
}
