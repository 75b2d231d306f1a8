/** An invented school with its local sales tax in percent, and how many students the source has. */
export type WorldSchool = (typeof SCHOOLS)[number];

/** Time zone, sales tax in percent, and area code of a phone number, by state. */
const STATES: Readonly<Record<string, readonly [string, number, number]>> = {
  NY: ['America/New_York', 8.875, 607],
  PA: ['America/New_York', 6, 814],
  TX: ['America/Chicago', 8.25, 361],
  WA: ['America/Los_Angeles', 10.1, 360],
  OR: ['America/Los_Angeles', 0, 541],
  CA: ['America/Los_Angeles', 8.25, 530],
};

const EXEMPT = 'STBRENDAN';
const WITHOUT_FACTS = 'PRAIRIESTAR';

/** Invented schools in three time zones: one is tax-exempt, one without FACTS. */
export const SCHOOLS = `
MAPLEGROVE | Maple Grove Elementary School | 218 Harrow Lane | Elmira Heights | NY 14903 | 412 | 52
QUARRYHILL | Quarry Hill School | 40 Stonecutter Road | Bangor | PA 18013 | 268 | 38
STBRENDAN | St. Brendan Harbor Academy | 9 Lighthouse Street | Erie | PA 16507 | 231 | 40
BLUEHERON | Blue Heron Elementary School | 1701 Cattail Drive | Rockport | TX 78382 | 505 | 54
PRAIRIESTAR | Prairie Star School | 655 Windmill Avenue | Amarillo | TX 79106 | 347 | 40
TALLCEDAR | Tall Cedar Elementary School | 3320 Ferry Landing Way | Bremerton | WA 98312 | 389 | 42
RIVERBEND | River Bend Community School | 77 Millrace Court | Roseburg | OR 97470 | 294 | 34
GOLDENOAK | Golden Oak Elementary School | 1288 Acorn Terrace | Redding | CA 96002 | 322 | 0`
  .trim()
  .split('\n')
  .map((line, index) => {
    const [identifier = '', name = '', address = '', city = '', place = '', ...numbers] =
      line.split(' | ');
    const [state = '', zip = ''] = place.split(' ');
    const [timeZone, taxPercent, area] = STATES[state]!;
    return {
      identifier,
      name,
      address,
      city,
      state,
      zip,
      phone: `(${area}) 555-${String(109 + index * 8).padStart(4, '0')}`,
      enrollment: Number(numbers[0]),
      timeZone,
      taxPercent,
      students: Number(numbers[1]),
      exempt: identifier === EXEMPT,
      factsEnabled: identifier !== WITHOUT_FACTS,
    };
  });

/** Returns the school with this identifier. */
export function findSchool(identifier: string): WorldSchool {
  const school = SCHOOLS.find((one) => one.identifier === identifier);
  if (!school) throw new Error(`There is no school ${identifier}.`);
  return school;
}
