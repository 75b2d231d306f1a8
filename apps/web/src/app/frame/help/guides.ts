import type { PageKey } from '@pos/contract/permissions';

/** Short instruction for a task: where it starts and its steps, in order. */
export type Guide = {
  task: string;
  page: PageKey;
  search?: Record<string, string>;
  steps: readonly string[];
};

/** Guides of the help panel, most frequent task first. */
export const GUIDES: readonly Guide[] = [
  {
    task: 'Refund a book',
    page: 'orders',
    steps: [
      'Search for the order by its number, the student, or the last four digits of the card.',
      'Open the order and choose Refund.',
      'Enter the units to give back and the reason. The dialog shows which payment is refunded.',
    ],
  },
  {
    task: 'Decide on a payment under review',
    page: 'payments',
    search: { status: 'under_review' },
    steps: [
      'Open the payment. A note says why it is under review.',
      'Approve it, or reject it with a note. A rejected amount stays uncollected.',
    ],
  },
  {
    task: 'Release a held order',
    page: 'orders',
    search: { view: 'held' },
    steps: [
      'Search for its receipt, student, card or amount, and open the row. It compares the register with what a release books.',
      'Release the order to count it as sold, or discard it with a reason.',
    ],
  },
  {
    task: 'Prepare a fair',
    page: 'fairs',
    steps: [
      'Add the fair with its school, dates and package.',
      'Make its packing list from the package or upload it, assign devices, and publish its page.',
      "The readiness list on the fair's page shows what is missing.",
    ],
  },
  {
    task: 'Close out a fair',
    page: 'fairs',
    steps: [
      'Open the fair after its last day and choose Close out.',
      'Settle the checks, count cash and checks, and count the returns.',
      'Choose how the school takes its profit, then review and sign.',
    ],
  },
  {
    task: 'Print a report',
    page: 'reports',
    steps: [
      'Choose the report, the school or fair, and the days.',
      'Print it, or download it as PDF, Excel or CSV.',
    ],
  },
];
