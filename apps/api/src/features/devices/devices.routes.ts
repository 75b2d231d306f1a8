import { devicesApi } from '@pos/contract/devices';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { pageOf } from '#api/http/paging.ts';
import { findDeviceOptions, findDevices } from './devices.queries.ts';
import { addDevice, readDevice } from './devices.service.ts';

export function devices(db: Db): Feature {
  return feature(devicesApi, {
    list: async ({ query }) => {
      const { results, total } = await findDevices(db, query);
      return pageOf(results, total, query);
    },
    add: async ({ tx, actor, body }) => ({ message: 'Device added.', data: await addDevice(tx, actor, body) }),
    getById: async ({ params }) => ({ data: await readDevice(db, params.id) }),
    getDevices: async ({ query }) => ({ data: await findDeviceOptions(db, query) }),
  });
}
