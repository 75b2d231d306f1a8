/** Invented schools in three time zones, each with its local sales tax in percent. */
export type DemoSchool = {
  identifier: string;
  name: string;
  address: string;
  city: string;
  state: string;
  zip: string;
  phone: string;
  enrollment: number;
  timeZone: string;
  taxPercent: number;
  students: number;
  exempt?: true;
  withoutFacts?: true;
};

export const SCHOOLS: readonly DemoSchool[] = [
  {
    identifier: 'MAPLEGROVE',
    name: 'Maple Grove Elementary School',
    address: '218 Harrow Lane',
    city: 'Elmira Heights',
    state: 'NY',
    zip: '14903',
    phone: '(607) 555-0141',
    enrollment: 412,
    timeZone: 'America/New_York',
    taxPercent: 8.875,
    students: 52,
  },
  {
    identifier: 'QUARRYHILL',
    name: 'Quarry Hill School',
    address: '40 Stonecutter Road',
    city: 'Bangor',
    state: 'PA',
    zip: '18013',
    phone: '(610) 555-0117',
    enrollment: 268,
    timeZone: 'America/New_York',
    taxPercent: 6,
    students: 38,
  },
  {
    identifier: 'STBRENDAN',
    name: 'St. Brendan Harbor Academy',
    address: '9 Lighthouse Street',
    city: 'Erie',
    state: 'PA',
    zip: '16507',
    phone: '(814) 555-0162',
    enrollment: 231,
    timeZone: 'America/New_York',
    taxPercent: 6,
    students: 40,
    exempt: true,
  },
  {
    identifier: 'BLUEHERON',
    name: 'Blue Heron Elementary School',
    address: '1701 Cattail Drive',
    city: 'Rockport',
    state: 'TX',
    zip: '78382',
    phone: '(361) 555-0128',
    enrollment: 505,
    timeZone: 'America/Chicago',
    taxPercent: 8.25,
    students: 54,
  },
  {
    identifier: 'PRAIRIESTAR',
    name: 'Prairie Star School',
    address: '655 Windmill Avenue',
    city: 'Amarillo',
    state: 'TX',
    zip: '79106',
    phone: '(806) 555-0184',
    enrollment: 347,
    timeZone: 'America/Chicago',
    taxPercent: 8.25,
    students: 40,
    withoutFacts: true,
  },
  {
    identifier: 'TALLCEDAR',
    name: 'Tall Cedar Elementary School',
    address: '3320 Ferry Landing Way',
    city: 'Bremerton',
    state: 'WA',
    zip: '98312',
    phone: '(360) 555-0135',
    enrollment: 389,
    timeZone: 'America/Los_Angeles',
    taxPercent: 10.1,
    students: 42,
  },
  {
    identifier: 'RIVERBEND',
    name: 'River Bend Community School',
    address: '77 Millrace Court',
    city: 'Roseburg',
    state: 'OR',
    zip: '97470',
    phone: '(541) 555-0109',
    enrollment: 294,
    timeZone: 'America/Los_Angeles',
    taxPercent: 0,
    students: 34,
  },
  {
    identifier: 'GOLDENOAK',
    name: 'Golden Oak Elementary School',
    address: '1288 Acorn Terrace',
    city: 'Redding',
    state: 'CA',
    zip: '96002',
    phone: '(530) 555-0173',
    enrollment: 322,
    timeZone: 'America/Los_Angeles',
    taxPercent: 8.25,
    students: 0,
  },
];

export function demoSchool(identifier: string): DemoSchool {
  const school = SCHOOLS.find((one) => one.identifier === identifier);
  if (!school) throw new Error(`The demo season has no school ${identifier}.`);
  return school;
}
