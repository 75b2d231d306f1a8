import { FAIR_COLUMNS, REQUIRED_FAIR_COLUMNS, type FairColumn } from '@pos/contract/uploads';
import type { ColumnRule } from '#api/spreadsheets/header.ts';
import type { ColumnNote } from '../template.ts';

const ALIASES: Partial<Record<FairColumn, readonly string[]>> = {
  'School Identifier': ['School ID', 'School Code', 'School No', 'School Number', 'School'],
  'School Name': ['Name of School'],
  'Fair Identifier': ['Fair ID', 'Fair Code', 'Fair No', 'Fair Number', 'Event ID', 'Event Code'],
  'Fair Name': ['Name of Fair', 'Fair Title', 'Event Name', 'Name', 'Fair', 'Event'],
  Address: [
    'Fair Address',
    'School Address',
    'Street Address',
    'Full Address',
    'Street',
    'Location',
    'Venue',
  ],
  'Start Date': [
    'Start',
    'Start Day',
    'Starts',
    'Begin Date',
    'Begins',
    'Begin',
    'First Day',
    'Date From',
    'From Date',
    'From',
    'Opens',
    'Open Date',
  ],
  'End Date': [
    'End',
    'End Day',
    'Ends',
    'Last Day',
    'Date To',
    'To Date',
    'To',
    'Through',
    'Until',
    'Closes',
    'Close Date',
  ],
  'Sales Tax Rate': ['Sales Tax', 'Sales Tax Percent', 'Tax Rate', 'Tax Percent', 'Tax'],
  'Admin Email': [
    'Admin E-mail',
    'Admin Email Address',
    'Admin',
    'Account Manager Email',
    'Manager Email',
    'Rep Email',
    'Staff Email',
    'Email',
    'Email Address',
  ],
  'Package Option': [
    'Package',
    'Package Code',
    'Package No',
    'Package Number',
    'Package Type',
    'Pkg',
  ],
  Status: ['Fair Status'],
  'Time Zone': ['Zone', 'TZ'],
};

/** Rules to find the columns of a file of fairs. */
export const fairColumns: ColumnRule<FairColumn>[] = FAIR_COLUMNS.map((name) => ({
  name,
  header: name,
  required: (REQUIRED_FAIR_COLUMNS as readonly string[]).includes(name),
  aliases: ALIASES[name] ?? [],
}));

/** Column notes for the template's second sheet. */
export const FAIR_NOTES: Record<FairColumn, ColumnNote> = {
  'School Identifier': {
    required: 'Yes',
    rule: 'The public code of the school, uppercase or lowercase. An unknown code adds the school.',
    example: 'LINCOLN',
  },
  'School Name': {
    required: 'For a new school',
    rule: '2 to 120 characters. A known school keeps its name.',
    example: 'Lincoln Elementary',
  },
  'Fair Identifier': {
    required: 'No',
    rule: '2 to 40 letters, digits, "-" or "_". If blank, generated from the school, such as LINCOLN-26-01.',
    example: 'LINCOLN-26-01',
  },
  'Fair Name': {
    required: 'Yes',
    rule: 'At least 2 characters.',
    example: 'Lincoln Fall Book Fair',
  },
  Address: { required: 'Yes', rule: 'Up to 255 characters.', example: '12 Oak St, Ada, MI 49301' },
  'Start Date': {
    required: 'Yes',
    rule: 'A date, or text in the form MM/DD/YYYY.',
    example: '10/12/2026',
  },
  'End Date': {
    required: 'Yes',
    rule: 'A date, or text in the form MM/DD/YYYY. Not before the start date.',
    example: '10/16/2026',
  },
  'Sales Tax Rate': {
    required: 'Yes',
    rule: '0 to 100 percent, such as 8.25 or 8.25%.',
    example: '8.25',
  },
  'Admin Email': {
    required: 'Yes',
    rule: 'The email address of an active user.',
    example: 'maria@example.com',
  },
  'Package Option': {
    required: 'Yes',
    rule: 'The label, such as 25P400, or its number from 1 to 12.',
    example: '25P400',
  },
  Status: {
    required: 'No',
    rule: 'Active or inactive. Active if blank.',
    example: 'active',
  },
  'Time Zone': {
    required: 'No',
    rule: "Such as America/Chicago, or EST, CST, MST, PST. If blank, the school's time zone.",
    example: 'America/Detroit',
  },
};
