import type { Socket } from 'node:net';
import pg from 'pg';
import { nameStatement } from '../statement-names.ts';

/** Statement by which a transaction sets its own limit; see snapshot.ts. */
const OWN_LIMIT = /^select set_config\('statement_timeout', '(\d+)', true\)/;

/**
 * Creates the error of every statement on a connection that was dropped because the server fell
 * silent.
 */
export function silenceError(): Error {
  return Object.assign(new Error('The database did not answer in time.'), { code: 'ETIMEDOUT' });
}

/** Time that one attempt to connect gets, in ms. Tests on busy machines raise it. */
export const CONNECTING = { withinMs: 2_000 };

type Statement = (...given: unknown[]) => unknown;

/**
 * Connection that tracks how long the server has owed it an answer, and its time limit. Also names
 * the statements that it prepares (statement-names.ts), and `pg` then sends the name instead of the
 * text. Uses callbacks: the promises created by `pg` keep each result until the next major garbage collection,
 * which makes every minor one six times as long.
 */
export class WatchedClient extends pg.Client {
  /** True while a caller of the pool holds it. */
  isTaken = false;
  /**
   * Server's time limit for a statement outside of a transaction with its own, in ms; 0 is none.
   */
  usualLimit = 0;
  #limit = 0;
  #owed = 0;
  #heard = 0;
  #silentMs = 0;

  /**
   * Gives up connecting after 2 seconds, however long a caller of the pool may wait for a
   * connection.
   */
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECTING.withinMs });
  }

  // `query` has many signatures. All pass through unchanged except the one that kysely calls.
  override query = ((...given: unknown[]) => {
    const query = super.query.bind(this) as Statement;
    const [statement, values] = given;
    this.#ask(statement);
    const last = given.at(-1);
    if (typeof last === 'function') {
      return query(...given.slice(0, -1), (...answer: unknown[]) => {
        this.#answered();
        (last as Statement)(...answer);
      });
    }
    if (typeof statement === 'string' && given.length <= 2) {
      const name = nameStatement(statement, values as readonly unknown[] | undefined);
      return new Promise((resolve, reject) => {
        query({ name, text: statement, values }, (error: unknown, result: unknown) => {
          this.#answered();
          if (error) reject(error);
          else resolve(result);
        });
      });
    }
    const answer = query(...given);
    if (answer instanceof Promise)
      void answer.then(
        () => this.#answered(),
        () => this.#answered(),
      );
    else this.#answered();
    return answer;
  }) as pg.Client['query'];

  /**
   * Adds `ms` of silence if an answer is owed and nothing was received since the last check.
   * Returns true once the silence exceeds the time limit of a statement by `marginMs`.
   */
  hasFallenSilent(ms: number, marginMs: number): boolean {
    const { bytesRead } = this.connection.stream as Socket;
    if (this.#owed === 0 || bytesRead !== this.#heard) {
      this.#heard = bytesRead;
      this.#silentMs = 0;
      return false;
    }
    this.#silentMs += ms;
    return this.#limit > 0 && this.#silentMs > this.#limit + marginMs;
  }

  /** Breaks the connection. Callers that wait for an answer get `silenceError`. */
  drop(): void {
    this.connection.stream.destroy(silenceError());
  }

  #ask(statement: unknown): void {
    if (this.#owed++ === 0) this.#silentMs = 0;
    if (typeof statement !== 'string') return;
    const own = statement.startsWith('select set_config(')
      ? OWN_LIMIT.exec(statement)?.[1]
      : undefined;
    if (own !== undefined) this.#limit = Number(own);
    else if (this.getTransactionStatus() !== 'T') this.#limit = this.usualLimit;
  }

  #answered(): void {
    this.#owed--;
  }
}
