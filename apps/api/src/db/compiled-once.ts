import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from './db.ts';

/** Stands for a value while a statement is built. */
class StandIn {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

const kept = new Map<string, CompiledQuery>();
/** So many statements are kept; the shapes of all lists are fewer. */
const MOST = 1_000;

/**
 * A value that the planner does not see. What it expects of a text or of a page far behind hangs on the value, and a prepared statement that
 * looks cheaper when it is planned for one is planned anew each time, which takes longer than to run it.
 */
export function unseen<Value>(value: Value): RawBuilder<Value> {
  return sql<Value>`(select ${value})`;
}

/** Values of a list under names of their own, each a parameter by itself: what is expected of `in (…)` hangs on how many they are. */
export function named<Value>(name: string, values: readonly Value[] = []): Record<string, Value> {
  return Object.fromEntries(values.map((value, index) => [`${name} ${index}`, value]));
}

/**
 * Runs a statement that is built and compiled once in the life of the process, which for what everybody asks for all the time costs more
 * than running it. `key` and the names of what is `given` (undefined is not given) must always mean the same text. `build` meets a stand-in
 * for each given value: it may ask whether there is one and pass it on as a parameter, nothing else. A list is one parameter too: `= any(…)`.
 */
export async function runOnceCompiled<Given extends Record<string, unknown>, Row>(
  db: Db,
  key: string,
  given: Given,
  build: (given: Given) => { compile(db: Db): CompiledQuery<Row> },
): Promise<Row[]> {
  const names = Object.keys(given).filter((name) => given[name] !== undefined);
  const shape = `${key}(${names.join()})`;
  let compiled = kept.get(shape) as CompiledQuery<Row> | undefined;
  if (!compiled) {
    compiled = build(
      Object.fromEntries(names.map((name) => [name, new StandIn(name)])) as Given,
    ).compile(db);
    if (kept.size < MOST) kept.set(shape, compiled);
  }
  const parameters = compiled.parameters.map((parameter) =>
    parameter instanceof StandIn ? given[parameter.name] : parameter,
  );
  return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
}
