import type { RecordKind } from '@pos/contract/list-filters';
import { api } from '../api/api.ts';
import { makeChoices, makeNames } from './choices.ts';

/** Label of a school with its identifier, because several schools have the same name. */
export function schoolLabel({ name, identifier }: { name: string; identifier: string }): string {
  return `${name} · ${identifier}`;
}

/** Records that filters and forms choose from. */
export const RECORDS = {
  admins: makeChoices('admins', api.admins.getAdmins, true),
  devices: makeChoices('devices', api.devices.getDevices),
  fairs: makeChoices('fairs', api.fairs.getFairOptions),
  parents: makeChoices('students', api.students.parentsOptions, true),
  regions: makeNames('schools', api.schools.getRegions),
  roles: makeChoices('roles', api.roles.getRoles),
  /** Active schools, by name or identifier. */
  schools: makeChoices('schools', async (...call: Parameters<typeof api.schools.getSchools>) => {
    const { data } = await api.schools.getSchools(...call);
    return {
      data: data.map((school) => ({
        ...school,
        label: schoolLabel({ name: school.label, identifier: school.identifier }),
      })),
    };
  }),
  teachers: makeNames('students', api.students.teachersOptions, true),
} satisfies Record<RecordKind, object>;
