/** Values of a span: short texts and numbers without a name, an address or a secret. */
export type SpanValues = Readonly<Record<string, string | number>>;

/** Kind of work that a span measures. */
export type SpanKind = 'server' | 'client' | 'internal';

/** Starts a span within the current one, and returns the function that ends it. */
export type StartSpan = (name: string, kind: SpanKind, values: SpanValues) => EndSpan;
/** Ends a span; an error marks it with its kind, without its message. */
export type EndSpan = (error?: unknown, values?: SpanValues) => void;

/** Recorder of spans. Without one, nothing is measured and nothing is loaded. */
export type Tracer = {
  /** Runs work within a span of its own. */
  run<Result>(
    name: string,
    kind: SpanKind,
    values: SpanValues,
    work: (end: EndSpan) => Result,
  ): Result;
  /** Starts a span if one is current, so that idle work of the product makes none. */
  startWithin: StartSpan;
  /** Sends what was recorded and ends. */
  stop(): Promise<void>;
};

let current: Tracer | undefined;

/** Returns the tracer of this process; undefined unless traces are on. */
export function tracer(): Tracer | undefined {
  return current;
}

/** Turns traces on, or off with undefined. */
export function useTracer(next: Tracer | undefined): void {
  current = next;
}

/** Runs a job or task within a span, if traces are on. */
export async function traced<Result>(
  name: string,
  values: SpanValues,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!current) return work();
  return current.run(name, 'internal', values, async (end) => {
    try {
      const result = await work();
      end();
      return result;
    } catch (error) {
      end(error);
      throw error;
    }
  });
}
