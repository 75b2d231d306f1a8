import {
  REQUIRED_SCHOOL_COLUMNS,
  SCHOOL_COLUMNS,
  type SchoolColumn,
} from '@pos/contract/school-columns';
import type { ColumnRule } from '#api/spreadsheets/header.ts';
import type { ColumnNote } from '../template.ts';

const ALIASES: Partial<Record<SchoolColumn, readonly string[]>> = {
  'School Identifier': ['Identifier', 'School ID', 'School Code', 'School No', 'School Number'],
  'School Name': ['Name', 'Name of School', 'School'],
  Address: ['School Address', 'Street Address', 'Street'],
  City: ['Town'],
  State: ['State Code', 'ST'],
  'ZIP Code': ['ZIP', 'Zip Code', 'Postal Code', 'Zipcode'],
  Phone: ['School Phone', 'Telephone', 'Phone Number'],
  'Time Zone': ['Timezone', 'TZ'],
  Region: ['Territory', 'Area'],
  Enrollment: ['Students', 'Number of Students', 'Enrolment'],
  Coordinator: ['Coordinator Name', 'Contact', 'Contact Name'],
  'Coordinator Email': ["Coordinator's email", 'Coordinator E-mail', 'Contact Email', 'Email'],
  'Coordinator Phone': ["Coordinator's phone", 'Contact Phone'],
  Contacts: ['Other Contacts', 'Contact Persons', 'People'],
  'Tax-Exempt': ['Tax Exempt', 'Exempt', 'Exempt from Tax'],
  'Certificate Number': ['Certificate No', 'Exemption Number', 'Exemption Certificate'],
  'Exempt Until': ['Certificate Expires', 'Valid Through', 'Expiry', 'Expiration Date'],
  FACTS: ['FACTS Enabled', 'FACTS School'],
  'Payment Terms': ['Terms'],
  Notes: ['Note', 'Comment', 'Comments'],
  Status: ['School Status'],
};

export const schoolColumns: ColumnRule<SchoolColumn>[] = SCHOOL_COLUMNS.map((name) => ({
  name,
  header: name,
  required: (REQUIRED_SCHOOL_COLUMNS as readonly string[]).includes(name),
  isCount: name === 'Enrollment',
  aliases: ALIASES[name] ?? [],
}));

const forNew = 'For a new school';
const text = (max: number, example: string): ColumnNote => ({
  required: 'No',
  rule: `Up to ${max} characters.`,
  example,
});

/** Column notes for the template's second sheet. */
export const SCHOOL_NOTES: Record<SchoolColumn, ColumnNote> = {
  'School Identifier': {
    required: 'Yes',
    rule: '2 to 40 letters, digits, "-" or "_". A known code changes that school.',
    example: 'LINCOLN',
  },
  'School Name': { required: forNew, rule: '2 to 120 characters.', example: 'Lincoln Elementary' },
  Address: { required: forNew, rule: 'Up to 255 characters.', example: '12 Oak St' },
  City: { required: forNew, rule: 'Up to 120 characters.', example: 'Ada' },
  State: { required: forNew, rule: 'The code or the name of a US state.', example: 'MI' },
  'ZIP Code': { required: forNew, rule: '12345 or 12345-6789, as text.', example: '49301' },
  Phone: text(30, '(616) 555-0100'),
  'Time Zone': {
    required: 'No',
    rule: 'Such as America/Chicago, or EST, CST, MST, PST. A new school has the default of the settings.',
    example: 'America/Detroit',
  },
  Region: text(60, 'West'),
  Enrollment: { required: 'No', rule: 'A whole number.', example: '353' },
  Coordinator: text(120, 'Ivy Vannick'),
  'Coordinator Email': { required: 'No', rule: 'An email address.', example: 'ivy@example.org' },
  'Coordinator Phone': text(30, '(616) 555-0142'),
  Contacts: {
    required: 'No',
    rule: 'At most 10 people besides the coordinator, with a semicolon or a line break between them: the name, then the role, an email address and a phone number as far as known, with commas. They replace the people there.',
    example: 'Ann Lee, Librarian, ann@example.org, (616) 555-0177; Bo Kim',
  },
  'Tax-Exempt': { required: 'No', rule: 'Y or N. N for a new school if blank.', example: 'Y' },
  'Certificate Number': text(60, 'ME-0012345'),
  'Exempt Until': {
    required: 'No',
    rule: "The certificate's last day, as a date or MM/DD/YYYY.",
    example: '06/30/2027',
  },
  FACTS: { required: 'No', rule: 'Y or N. Y for a new school if blank.', example: 'Y' },
  'Payment Terms': text(255, 'Net 30'),
  Notes: text(2_000, 'Deliver at dock B.'),
  Status: {
    required: 'No',
    rule: 'Active or inactive. Active for a new school if blank. A school with an open fair, AveDollars or eWallets stays active.',
    example: 'Active',
  },
};
