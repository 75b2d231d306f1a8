import { serviceStateApi } from '@pos/contract/staff/service-state';
import { feature, type Feature } from '#api/http/feature.ts';
import type { ServiceWatch } from '#api/http/limits/service-state.ts';

/** Tells if changes can be saved, for the banner of the web app. */
export function serviceState(service: ServiceWatch): Feature {
  return feature(serviceStateApi, { get: async () => ({ data: await service.state() }) });
}
