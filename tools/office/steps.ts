import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NewAdmin } from '@pos/contract/staff/admins';
import { ApiError } from '@pos/contract/client';
import type { Device, NewDevice } from '@pos/contract/fairs/devices';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import type { NewFair } from '@pos/contract/fairs/fair-changes';
import type { FairLine } from '@pos/contract/stock/inventory';
import type { UploadResult } from '@pos/contract/imports/uploads';
import type { Job } from '@pos/contract/staff/jobs';
import type { NewSchool } from '@pos/contract/fairs/schools';
import type { SyncScope } from '@pos/contract/imports/settings';
import { everyRow } from './every-row.ts';
import type { Office } from './session.ts';

/** Staff work in the panel before a fair. Each step finds what an earlier run already created. */

const once = () => ({ idempotencyKey: randomUUID() });
const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Runs a sync and waits for its result. */
export async function syncSource(office: Office, scope: SyncScope = 'all'): Promise<Job> {
  const { data } = await office.client.settings.sync({ body: { scope } });
  return finishedJob(office, data.jobId);
}

export async function finishedJob(office: Office, id: string): Promise<Job> {
  for (;;) {
    const { data: job } = await office.client.jobs.getById({ params: { id } });
    if (job.finishedAt !== null) return job;
    await sleep(250);
  }
}

/** Returns the ID of the role with this name, or creates it from the product's starting points. */
export async function ensureRole(office: Office, name: string): Promise<string> {
  const known = (await office.client.roles.getRoles({ query: { search: name } })).data.find(
    ({ label }) => label === name,
  );
  if (known) return known.value;
  const start = (await office.client.roles.getMasterRoles()).data.find(
    (role) => role.name === name,
  );
  if (!start) throw new Error(`There is no role ${name}, and no starting point with that name.`);
  const { description, rights, duties } = start;
  return (await office.client.roles.add({ body: { name, description, rights, duties } }, once()))
    .data.id;
}

/** Returns the ID of an admin by email address, created if missing. */
export async function ensureAdmin(
  office: Office,
  admin: Omit<NewAdmin, 'countryCode'>,
): Promise<string> {
  const known = (await office.client.admins.getAdmins({ query: { search: admin.email } })).data.at(
    0,
  );
  return (
    known?.value ??
    (await office.client.admins.add({ body: { ...admin, countryCode: '+1' } }, once())).data.id
  );
}

export async function findDevice(office: Office, deviceId: string): Promise<Device | undefined> {
  for await (const device of everyRow((page) =>
    office.client.devices.list({ query: { ...page, search: deviceId } }),
  ))
    if (same(device.deviceId, deviceId)) return device;
  return undefined;
}

export async function ensureDevice(office: Office, device: NewDevice): Promise<Device> {
  return (
    (await findDevice(office, device.deviceId)) ??
    (await office.client.devices.add({ body: device }, once())).data
  );
}

/** Creates a pairing code for a device, to type in at the tablet. */
export async function makePairingCode(office: Office, deviceId: string): Promise<string> {
  const device = await findDevice(office, deviceId);
  if (!device) throw new Error(`There is no device ${deviceId}.`);
  return (await office.client.devices.pairingCode({ params: { id: device.id } })).data.pairingCode;
}

/**
 * Adds devices to a fair's plan so that their registers may sell there. Leaves a closed-out fair
 * unchanged.
 */
export async function planDevices(
  office: Office,
  identifier: string,
  deviceIds: readonly string[],
): Promise<void> {
  const id = await findFairId(office, identifier);
  if (id === undefined) return;
  const { data: fair } = await office.client.fairs.getById({ params: { id } });
  const missing = deviceIds.filter((deviceId) => !fair.deviceIds.includes(deviceId));
  if (missing.length === 0 || fair.closeOutState === 'finished') return;
  const { schoolIdentifier, name, address, startDate, endDate, salesTaxRate, adminId } = fair;
  const { packageOption, hours, publicMessage, version } = fair;
  const plan = { schoolIdentifier, name, address, startDate, endDate, salesTaxRate, adminId };
  const rest = { packageOption, hours, publicMessage, version };
  const body = { ...plan, ...rest, deviceIds: [...fair.deviceIds, ...missing] };
  await office.client.fairs.update({ params: { id }, body });
}

export async function addMissingSchool(
  office: Office,
  identifier: string,
  school: () => NewSchool,
): Promise<void> {
  const { data } = await office.client.schools.getSchools({ query: { search: identifier } });
  if (!data.some((known) => same(known.identifier, identifier)))
    await office.client.schools.add({ body: school() }, once());
}

/** Lets a school take payments by FACTS. */
export async function switchFactsOn({ client }: Office, identifier: string): Promise<void> {
  const { data: found } = await client.schools.getSchools({ query: { search: identifier } });
  const id = found.find((school) => same(school.identifier, identifier))?.value ?? '';
  const { data: school } = await client.schools.getById({ params: { id } });
  if (school.factsEnabled) return;
  const body = { version: school.version, factsEnabled: true };
  await client.schools.update({ params: { id }, body });
}

export async function findFairId(office: Office, identifier: string): Promise<string | undefined> {
  for await (const fair of everyRow((page) =>
    office.client.fairs.list({ query: { ...page, search: identifier } }),
  ))
    if (same(fair.identifier, identifier)) return fair.id;
  return undefined;
}

export async function ensureFair(
  office: Office,
  fair: NewFair & { identifier: string },
): Promise<FairDetails> {
  const known = await findFairId(office, fair.identifier);
  if (known !== undefined)
    return (await office.client.fairs.getById({ params: { id: known } })).data;
  return (await office.client.fairs.add({ body: fair }, once())).data;
}

/** Checks a packing list and imports it if it has no errors. */
export async function uploadPackingList(
  office: Office,
  fairId: string,
  file: Blob,
  fileName: string,
): Promise<UploadResult> {
  const upload = async (mode: 'check' | 'commit') =>
    (
      await office.client.uploads.bulkUpload({
        body: { kind: 'inventory', fairId, mode },
        file,
        fileName,
      })
    ).data;
  const checked = await upload('check');
  const [wrong] = checked.errors;
  if (wrong)
    throw new Error(
      `${fileName} has ${checked.errors.length} errors. Row ${wrong.row}, ${wrong.column}: ${wrong.message}`,
    );
  return upload('commit');
}

/** Returns the lines of a fair's inventory, all or those with this stock. */
export async function listFairLines(
  { client }: Office,
  fairId: string,
  stock?: FairLine['stock'][],
): Promise<FairLine[]> {
  const lines: FairLine[] = [];
  for await (const line of everyRow((page) =>
    client.inventory.fairInventory({ query: { ...page, fairId, ...(stock && { stock }) } }),
  ))
    lines.push(line);
  return lines;
}

/** Formats an API error for a person at the command line. */
export function inWords(error: unknown): string {
  if (error instanceof ApiError) return `${error.refusal.code}: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}
