import { devicesApi } from '@pos/contract/fairs/devices';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { getPage } from '#api/lists/paging.ts';
import { deviceList } from './devices.list.ts';
import { findDeviceOptions } from './devices.queries.ts';
import {
  addDevice,
  changeDeviceStatus,
  deleteDevice,
  forgetPairing,
  makePairingCode,
  readDevice,
  updateDevice,
} from './devices.service.ts';

export function devices(db: Db, { codePepper }: { codePepper: Uint8Array }): Feature {
  return feature(devicesApi, {
    list: async ({ query }) => {
      const { results, total } = await deviceList.find(db, query);
      return getPage(results, total, query);
    },
    add: async ({ tx, actor, body }) => ({
      message: 'Device added.',
      data: await addDevice(tx, actor, body),
    }),
    getById: async ({ params }) => ({ data: await readDevice(db, params.id) }),
    update: async ({ actor, params, body }) => ({
      message: 'Device updated.',
      data: await updateDevice(db, actor, params.id, body),
    }),
    changeStatus: async ({ actor, params, body }) => ({
      message: body.status === 'active' ? 'Device activated.' : 'Device deactivated.',
      data: await changeDeviceStatus(db, actor, params.id, body.status),
    }),
    delete: async ({ actor, params }) => {
      await deleteDevice(db, actor, params.id);
      return { message: 'Device deleted.', data: { id: params.id } };
    },
    forgetPairing: async ({ actor, params }) => ({
      message: 'Pairing removed. Use a pairing code to pair a new tablet.',
      data: await forgetPairing(db, actor, params.id),
    }),
    pairingCode: async ({ actor, params }) => ({
      data: await makePairingCode(db, actor, params.id, codePepper),
    }),
    getDevices: async ({ query }) => ({ data: await findDeviceOptions(db, query) }),
  });
}
