import type { Access, Duty } from './permissions.ts';

/** Words for duties and rights, apart from the rules, which every page loads. */

/** Label and effect of each duty, as shown to people. */
export const DUTY_WORDS: Record<Duty, { label: string; effect: string }> = {
  work_register: {
    label: 'Work a register',
    effect:
      'Sells on a paired tablet: sees the students of the fair with their eWallet balances and takes top-ups.',
  },
  scan_cartons: {
    label: 'Scan cartons',
    effect: 'Scans the cartons of a fair at delivery and return. Needs View Fairs.',
  },
  adjust_stock: {
    label: 'Adjust stock',
    effect:
      'Counts, restocks, transfers and corrects the titles of a fair. Needs View Fair Inventory.',
  },
  decide_payments: {
    label: 'Decide payments and refunds',
    effect:
      'Approves and rejects payments under review, records results, and refunds orders. Needs View Payments or View Orders.',
  },
  close_out: {
    label: 'Close out fairs',
    effect: 'Counts floats and evenings, finishes close-outs and reverts them. Needs View Fairs.',
  },
  top_up_wallets: {
    label: 'Top up eWallets',
    effect:
      "Accepts cash, checks and cards at the office for students' eWallets, pays leftover money back to families, and reverses both. Edit Fairs does not include it. Needs View Students.",
  },
  work_warehouse: {
    label: 'Work in the warehouse',
    effect:
      'Receives deliveries, counts the warehouse, sends restocks, puts returns away, and adds titles found on the way. Includes View All Inventory.',
  },
  see_costs: {
    label: 'See costs',
    effect:
      'Sees and enters the cost of a unit on receipts. Edit Fairs does not include it. Needs View All Inventory.',
  },
};

/** Names the right that a refused call needs: `edit Fairs or the duty to scan cartons`. */
export function neededRight(access: Access): string {
  if (access.kind !== 'rights') return access.kind === 'super' ? 'SUPER_ADMIN' : access.kind;
  const inWords = ([module, right]: readonly [string, string]) =>
    `${right === 'edit' ? 'edit' : 'read'} ${module}`;
  const duties = access.duty ? [`the duty to ${DUTY_WORDS[access.duty].label.toLowerCase()}`] : [];
  const needed = [...access.anyOf.map(inWords), ...duties].join(' or ');
  return access.also ? `${needed} and ${inWords(access.also)}` : needed;
}
