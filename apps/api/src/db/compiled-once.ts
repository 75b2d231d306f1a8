import type { CompiledQuery } from 'kysely';
import type { Db } from './db.ts';

const kept = new Map<string, CompiledQuery>();

/**
 * Runs a statement that is built and compiled once in the life of the process, which for what everybody asks for all the time costs more
 * than running it. `key` names the statement: the same key must always build the same text, with `values` as its parameters in order.
 */
export async function runOnceCompiled<Row>(db: Db, key: string, values: readonly unknown[], build: () => { compile(db: Db): CompiledQuery<Row> }): Promise<Row[]> {
  let compiled = kept.get(key) as CompiledQuery<Row> | undefined;
  if (!compiled) {
    compiled = build().compile(db);
    if (JSON.stringify(compiled.parameters) !== JSON.stringify(values)) throw new Error(`The statement ${key} has other parameters than it is run with.`);
    kept.set(key, compiled);
  }
  return (await db.executeQuery<Row>({ ...compiled, parameters: values })).rows;
}
