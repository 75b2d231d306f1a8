import { randomUUID } from 'node:crypto';

/** End of a connection between two processes; both `process` and a worker of a cluster are one. */
export type Port = {
  send?(message: object): unknown;
  on(event: 'message', hear: (message: unknown) => void): unknown;
};

type Question = { ask: string; id: string; with?: unknown };
type Answer = { answerTo: string; value: unknown };

/** Usual time after which a question counts as unanswered, in ms. */
const LIMIT_MS = 2_000;

/** Questions between the processes of one machine, answered once each. */
export class Channel {
  readonly #port: Port;
  readonly #waiting = new Map<string, (value: unknown) => void>();

  /** `answers` are those of this side, by the name of the question. */
  constructor(port: Port, answers: Readonly<Record<string, () => Promise<unknown>>>) {
    this.#port = port;
    port.on('message', (message) => {
      if (isQuestion(message)) {
        const { ask, id } = message;
        const reply = (value: unknown) => this.#send({ answerTo: id, value } satisfies Answer);
        answers[ask]?.().then(reply, () => reply(undefined));
      } else if (isAnswer(message)) {
        this.#waiting.get(message.answerTo)?.(message.value);
      }
    });
  }

  /** Returns the other side's answer; undefined if it has none, or takes longer than `limitMs`. */
  async ask(question: string, limitMs = LIMIT_MS): Promise<unknown> {
    const id = randomUUID();
    const answer = Promise.withResolvers<unknown>();
    const late = setTimeout(() => answer.resolve(undefined), limitMs);
    this.#waiting.set(id, answer.resolve);
    this.#send({ ask: question, id } satisfies Question);
    return answer.promise.finally(() => {
      clearTimeout(late);
      this.#waiting.delete(id);
    });
  }

  #send(message: object): void {
    try {
      this.#port.send?.(message);
    } catch {
      // The other process has ended, so nobody waits for it.
    }
  }
}

const isObject = (message: unknown): message is Record<string, unknown> =>
  typeof message === 'object' && message !== null;
const isQuestion = (message: unknown): message is Question =>
  isObject(message) && typeof message['ask'] === 'string' && typeof message['id'] === 'string';
const isAnswer = (message: unknown): message is Answer =>
  isObject(message) && typeof message['answerTo'] === 'string';
