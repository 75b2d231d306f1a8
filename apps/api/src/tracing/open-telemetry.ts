import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind as Kind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { SpanKind, SpanValues, Tracer } from './traced.ts';

const KINDS: Readonly<Record<SpanKind, Kind>> = {
  server: Kind.SERVER,
  client: Kind.CLIENT,
  internal: Kind.INTERNAL,
};

/**
 * Starts recording spans and sending them by OTLP over HTTP. The libraries read the standard
 * variables of endpoint, headers, sampler, limits and batches themselves.
 */
export function startOpenTelemetry(env: NodeJS.ProcessEnv, version: string): Tracer {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      ...attributesOf(env['OTEL_RESOURCE_ATTRIBUTES']),
      'service.name': env['OTEL_SERVICE_NAME'] || 'pos-admin',
      'service.version': version,
    }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const recorder = provider.getTracer('pos-admin');
  return {
    run(name, kind, values, work) {
      const span = recorder.startSpan(
        name,
        { kind: KINDS[kind], attributes: { ...values } },
        kind === 'server' ? ROOT_CONTEXT : context.active(),
      );
      return context.with(trace.setSpan(context.active(), span), () =>
        work((error, more) => end(span, error, more)),
      );
    },
    startWithin(name, kind, values) {
      if (!trace.getSpan(context.active())) return () => undefined;
      const span = recorder.startSpan(name, { kind: KINDS[kind], attributes: { ...values } });
      return (error, more) => end(span, error, more);
    },
    async stop() {
      await provider.shutdown();
      context.disable();
      propagation.disable();
    },
  };
}

/** Ends a span. Of an error only its kind is recorded: messages may quote people's data. */
function end(span: Span, error: unknown, values: SpanValues = {}): void {
  if (error !== undefined) {
    span.setAttribute('error.type', kindOf(error));
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.setAttributes({ ...values });
  span.end();
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as Error & { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}

/** Attributes as the standard writes them: `key=value`, separated by commas, percent-encoded. */
function attributesOf(text = ''): Attributes {
  return Object.fromEntries(
    text
      .split(',')
      .map((pair) => pair.split('=', 2).map((part) => decodeURIComponent(part.trim())))
      .filter(([key, value]) => key && value !== undefined),
  ) as Attributes;
}
