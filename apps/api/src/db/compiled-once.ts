import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from './db.ts';

/** Placeholder for a value while a statement is built. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

const cached = new Map<string, CompiledQuery>();
/** Maximum statements cached. */
const MAX_STATEMENTS = 1_000;

/**
 * Hides a value from the planner. Estimates for a text or a distant page depend on the value, and a
 * prepared statement that looks cheaper with a specific plan is planned again each time, which
 * takes longer than running it.
 */
export function hiddenFromPlanner<Value>(value: Value): RawBuilder<Value> {
  return sql<Value>`(select ${value})`;
}

/**
 * Runs a statement that is built and compiled once per process, because for frequent statements
 * that costs more than running them. `key` and the names in `given` (undefined counts as not given)
 * must always produce the same text. `build` gets a placeholder for each given value: it may check
 * for its presence and pass it on as a parameter, nothing else. A list is also one parameter: `=
 * any(…)`.
 */
export async function runOnceCompiled<Given extends Record<string, unknown>, Row>(
  db: Db,
  key: string,
  given: Given,
  build: (given: Given) => { compile(db: Db): CompiledQuery<Row> },
): Promise<Row[]> {
  const names = Object.keys(given).filter((name) => given[name] !== undefined);
  const shape = `${key}(${names.join()})`;
  let compiled = cached.get(shape) as CompiledQuery<Row> | undefined;
  if (!compiled) {
    compiled = build(
      Object.fromEntries(names.map((name) => [name, new Placeholder(name)])) as Given,
    ).compile(db);
    if (cached.size < MAX_STATEMENTS) cached.set(shape, compiled);
  }
  const parameters = compiled.parameters.map((parameter) =>
    parameter instanceof Placeholder ? given[parameter.name] : parameter,
  );
  return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
}
