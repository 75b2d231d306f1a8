import { z } from 'zod';

/**
 * US states, the District of Columbia, territories and military mail, by postal code (USPS
 * Publication 28).
 */
export const STATES = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
  AS: 'American Samoa',
  FM: 'Federated States of Micronesia',
  GU: 'Guam',
  MH: 'Marshall Islands',
  MP: 'Northern Mariana Islands',
  PW: 'Palau',
  PR: 'Puerto Rico',
  VI: 'Virgin Islands',
  AA: 'Armed Forces Americas',
  AE: 'Armed Forces Europe',
  AP: 'Armed Forces Pacific',
} as const;
export type StateCode = keyof typeof STATES;

const CODES = Object.keys(STATES) as StateCode[];

/** Finds the code of a state by its code or full name, ignoring case: "mn", "Minnesota". */
export function toStateCode(text: string): StateCode | undefined {
  const sought = text.trim().replace(/\s+/g, ' ').toLowerCase();
  return CODES.find(
    (code) => code.toLowerCase() === sought || STATES[code].toLowerCase() === sought,
  );
}

/**
 * Finds states whose code or name starts with the text, then those that contain it; all for a blank
 * text.
 */
export function findStates(text: string): StateCode[] {
  const sought = text.trim().toLowerCase();
  const rank = (code: StateCode): number => {
    const names = [code.toLowerCase(), STATES[code].toLowerCase()];
    if (names[0] === sought) return 0;
    if (names.some((name) => name.startsWith(sought))) return 1;
    return names.some((name) => name.includes(sought)) ? 2 : 3;
  };
  const found = CODES.map((code) => ({ code, rank: rank(code) })).filter((one) => one.rank < 3);
  return found.toSorted((one, other) => one.rank - other.rank).map(({ code }) => code);
}

export const UNKNOWN_STATE = 'Choose a state from the list, such as MN for Minnesota.';

/** A state, given by code or name; the value is the code. */
export const State = z
  .string(UNKNOWN_STATE)
  .overwrite((given) => toStateCode(given) ?? given)
  .refine((code) => toStateCode(code) === code, UNKNOWN_STATE);
