import { newDevice } from '../selling/new-records.ts';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import type { RegisterLogin } from '@pos/contract/sales/register-session';
import { identifyAdmin } from '#api/staff/sign-in/auth.service.ts';
import { identifyRegister } from '#api/sales/register/login.service.ts';
import { Failure } from '#api/http/failure.ts';
import type { Identify, SignedInAdmin, SignedInRegister } from '#api/http/access/identity.ts';
import { changeFair } from '../calls/records.ts';
import { packedRow, packingList, PENCIL } from '../selling/inventory-file.ts';
import { findCashier, pairRegister } from '../selling/open-register.ts';
import { makeOutsiders, makePersonas, type Persona, type Standing } from './personas.ts';
import { plannedFair } from '../selling/planned-fair.ts';
import { SECRET_CODE } from '../selling/sales-floor.ts';
import type { TestApi } from '../app/test-api.ts';

/**
 * Fixtures for the valid calls of the rights table: a fair with a packing list, a role without
 * rights, a paired register.
 */
export type MatrixGround = {
  test: TestApi;
  personas: Persona[];
  fair: FairDetails;
  packingList: Buffer;
  roleId: string;
  registerLogin: RegisterLogin;
};

/**
 * Creates the fixtures and all callers: outsiders, a selling and a delivering register, a role for
 * each right, SUPER_ADMIN.
 */
export async function prepareMatrix<Test extends TestApi>(
  test: Test,
): Promise<MatrixGround & { test: Test }> {
  const outsiders = await makeOutsiders(test);
  const admins = await makePersonas(test);
  const fair = await plannedFair(test, 'MATRIX');
  const { data: role } = await test.owner.roles.add({
    body: { name: 'Nothing at all', description: 'Holds no right.', rights: [] },
  });
  const cashierId = await findCashier(test);
  const selling = await addRegister(test, 'MATRIX-1', cashierId, fair.identifier);
  const delivering = await addRegister(test, 'MATRIX-2', cashierId, fair.identifier);
  await test.owner.devices.changeStatus({
    params: { id: delivering.id },
    body: { status: 'inactive' },
  });
  const volunteer = await addCashierRegister(test, 'MATRIX-3', fair);
  const register = (name: string, { token }: { token: string }, standing: Standing): Persona => ({
    name,
    token,
    standing,
    holds: [],
  });
  return {
    test,
    personas: [
      ...outsiders,
      register('a register', selling, 'selling register'),
      register('a register that may only deliver', delivering, 'delivering register'),
      register('a register of a cashier', volunteer, 'cashier register'),
      ...admins,
    ],
    fair,
    packingList: await packingList(packedRow('MATRIX-1', PENCIL, 10)),
    roleId: role.id,
    registerLogin: selling.login,
  };
}

/** Creates a device and pairs it at the fair. */
async function addRegister(
  test: TestApi,
  deviceId: string,
  cashierId: string,
  fairIdentifier: string,
) {
  const device = await test.ask.devices.add({ body: newDevice(deviceId) });
  const login = { deviceId, adminId: cashierId, secretCode: SECRET_CODE, fairIdentifier };
  const { token, deviceKey } = await pairRegister(test, device.id, login);
  return {
    id: device.id,
    token: token.token,
    login: { ...login, ...(deviceKey !== undefined && { deviceKey }) },
  };
}

/** Creates a device, plans it for the fair, and logs a cashier of the fair in on it. */
async function addCashierRegister(test: TestApi, deviceId: string, fair: FairDetails) {
  const device = await test.ask.devices.add({ body: newDevice(deviceId) });
  await changeFair(test, fair, { deviceIds: [device.id] });
  const [cashier] = await test.ask.cashiers.add({
    params: { id: fair.id },
    body: { cashiers: [{ name: 'Vera Volunteer', secretCode: SECRET_CODE }] },
  });
  const { token } = await pairRegister(test, device.id, {
    deviceId,
    cashierId: cashier!.id,
    secretCode: SECRET_CODE,
    fairIdentifier: fair.identifier,
  });
  return { token: token.token };
}

/** Identifies each caller once, by the server's own services. */
export async function knownCallers({ personas, test }: MatrixGround): Promise<Identify> {
  const { db, secrets } = test;
  const settle = <Who>(find: (token: string) => Promise<Who>) =>
    Promise.all(
      personas.map(async ({ token = '' }) => {
        const [outcome] = await Promise.allSettled([find(token)]);
        return [token, outcome] as const;
      }),
    ).then((entries) => new Map(entries));
  const admins = await settle<SignedInAdmin>((token) => identifyAdmin(db, secrets, token));
  const registers = await settle<SignedInRegister>((token) =>
    identifyRegister(db, secrets.deviceTokenKey, token),
  );
  const answer = async <Who>(
    known: ReadonlyMap<string, PromiseSettledResult<Who> | undefined>,
    token: string,
  ): Promise<Who> => {
    const outcome = known.get(token);
    if (outcome?.status === 'fulfilled') return outcome.value;
    throw outcome?.reason;
  };
  return {
    admin: (token) => answer(admins, token),
    register: (token) => answer(registers, token),
    ticket: () => Promise.reject(new Failure('TOKEN_INVALID', 'No ticket.')),
  };
}
