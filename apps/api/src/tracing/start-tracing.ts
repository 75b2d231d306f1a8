import { type Tracer, useTracer } from './traced.ts';

/** Variables that turn traces on. */
const ENDPOINTS = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const;

/**
 * Turns traces on if the standard variables name an endpoint, and returns the tracer. The libraries
 * are loaded only then.
 */
export async function startTracing(
  env: NodeJS.ProcessEnv,
  version: string,
): Promise<Tracer | undefined> {
  const isOn =
    ENDPOINTS.some((name) => env[name]) &&
    env['OTEL_SDK_DISABLED']?.toLowerCase() !== 'true' &&
    env['OTEL_TRACES_EXPORTER'] !== 'none';
  if (!isOn) return undefined;
  const { startOpenTelemetry } = await import('./open-telemetry.ts');
  const tracer = startOpenTelemetry(env, version);
  useTracer(tracer);
  return {
    ...tracer,
    stop: async () => {
      useTracer(undefined);
      await tracer.stop();
    },
  };
}
