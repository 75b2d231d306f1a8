import type { ListColumns } from '../column.ts';

/** Columns of the schools list. */
export const SCHOOL_LIST = {
  school: { label: 'School', kind: 'text', only: 'screen' },
  identifier: { label: 'School identifier', kind: 'text', width: 18, only: 'file' },
  name: { label: 'School name', kind: 'text', width: 32, only: 'file' },
  address: { label: 'Address', kind: 'text', width: 32, only: 'file' },
  place: { label: 'Place', kind: 'text', only: 'screen' },
  city: { label: 'City', kind: 'text', only: 'file' },
  state: { label: 'State', kind: 'text', width: 8, only: 'file' },
  zip: { label: 'ZIP code', kind: 'text', width: 12, only: 'file' },
  phone: { label: 'Phone', kind: 'text', only: 'file' },
  timeZone: { label: 'Time zone', kind: 'text', only: 'file' },
  region: { label: 'Region', kind: 'text' },
  enrollment: { label: 'Enrollment', kind: 'integer' },
  coordinatorName: { label: 'Coordinator', kind: 'text' },
  coordinatorEmail: { label: "Coordinator's email", kind: 'text', width: 28, only: 'file' },
  coordinatorPhone: { label: "Coordinator's phone", kind: 'text', only: 'file' },
  fairs: { label: 'Fairs', kind: 'integer' },
  aveDollarBalanceCents: { label: 'AveDollars', kind: 'money' },
  taxExempt: { label: 'Tax-exempt', kind: 'yesNo', width: 12 },
  exemptValidTo: { label: 'Exempt until', kind: 'date', only: 'file' },
  factsEnabled: { label: 'FACTS', kind: 'yesNo', width: 8 },
  inSource: { label: 'From the source', kind: 'yesNo', only: 'file' },
  status: { label: 'Status', kind: 'text', width: 10 },
} as const satisfies ListColumns;
