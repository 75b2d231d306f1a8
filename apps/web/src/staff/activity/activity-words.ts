import type { ActivityEntry, OwnActivityEntry } from '@pos/contract/staff/activity';
import { Duty, type PermissionEntry } from '@pos/contract/permissions';
import { DUTY_WORDS } from '@pos/contract/permission-words';
import { formatCount } from '@pos/contract/values/counts';
import { dayIn, formatInstant } from '@pos/contract/values/clock';
import { addDays, formatDay } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { formatPpm } from '@pos/contract/values/percent';
import { browserName } from '#web/lib/session/browser-name.ts';
import { HERE } from '#web/lib/input/time.ts';

const KINDS: Record<string, string> = { admin: 'user' };

const VERBS: Record<string, string> = {
  added: 'created this',
  updated: 'made changes',
  deleted: 'deleted this',
  activated: 'activated this',
  deactivated: 'deactivated this',
  invited: 'resent the invitation',
  setup_link_shown: 'viewed the setup link',
  set_up: 'set up the account',
  password_changed: 'changed the password',
  password_reset: 'reset the password by an emailed link',
  signed_in: 'signed in',
  sign_in_refused: 'was refused a sign-in',
  sign_in_paused:
    'was blocked from signing in from there for a while, after too many wrong passwords',
  sign_in_refusals_unlisted: 'had more refused sign-ins this hour than are shown',
  session_reused: 'used a session twice, so the sign-in was blocked',
  factor_added: 'set up a second factor',
  factor_removed: 'removed a second factor',
  factor_reset_asked: 'asked to remove the lost second factor',
  factor_reset_withdrawn: 'kept the second factor',
  factor_reset: 'removed the lost second factor',
  recovery_codes_replaced: 'made new recovery codes',
  password_refused: 'entered a wrong password to confirm a change',
  codeLocked: 'locked this person out of registers for 15 minutes, after wrong codes',
  paired: 'paired a tablet',
  cashiers_added: 'added cashiers',
  cashier_changed: 'changed a cashier',
  cashier_removed: 'removed a cashier',
  cashier_locked: 'locked a cashier out of registers for 15 minutes, after wrong codes',
  pairing_code_made: 'created a pairing code',
  locked: 'was locked after wrong codes',
  sales_taken_in: 'took in sales from a file of this',
  synced: 'synced this from the source system',
  inventory_loaded: 'loaded the inventory',
  import_undone: 'undid an import',
  close_out_finished: 'finished the close-out',
  close_out_reverted: 'reverted the close-out',
  day_sheet_mailed: "emailed a day's sheet to the school",
  statement_mailed: 'emailed the statement to the school',
  statement_refused: 'could not email the statement to the school',
  day_sheet_refused: "could not email a day's sheet to the school",
  money_counted: 'entered a cash count',
  float_counted: 'entered a float count',
  cartons_scanned_in: 'scanned cartons in',
  cartons_scanned_back: 'scanned cartons back',
  carton_corrected: 'corrected a carton',
  opened: 'opened this',
  booked: 'booked this',
  sheet_loaded: 'uploaded a sheet',
  line_corrected: 'corrected the units of a title',
  rest_closed: 'marked the rest as no longer expected',
  open: 'opened this again',
  packed: 'packed this',
  sent: 'sent this',
  discarded: 'discarded this',
  restock_sent: 'sent a restock',
  returns_counted: 'counted returns',
  counted: 'booked a count of this',
  none_confirmed: 'confirmed the titles that nobody scanned',
  finished: 'finished counting',
  counted_again: 'had titles counted again',
  continued: 'counted on',
  return_put_away: 'put the return away',
  return_reopened: 'went on with the return',
  stock_adjusted: 'adjusted stock',
  stock_transferred: 'moved stock to another fair',
  price_changed: 'changed a price',
  title_activated: 'activated a title',
  title_deactivated: 'deactivated a title',
  title_deleted: 'deleted a title',
  released: 'released this from the held orders',
  refunded: 'refunded units',
  approval_given: 'got an approval',
  day_corrected: 'corrected the day',
  day_confirmed: 'confirmed the day',
  cancelled: 'canceled this',
  completed_uncollected: 'completed this with the balance uncollected',
  put_under_review: 'put this under review',
  payment_put_under_review: 'put a payment under review',
  result_recorded: 'recorded the result of this',
  result_differs: 'reported another result than this had',
  result_not_booked: 'reported a result that could not be booked',
  payment_result_differs: 'reported another result than a payment had',
  payment_result_recorded: 'recorded the result of a payment',
  payment_approved: 'approved a payment',
  payment_rejected: 'rejected a payment',
  shipped: 'marked lines as shipped',
  delivered: 'marked lines as delivered',
  approved: 'approved this',
  rejected: 'rejected this',
  held_order_released: 'released a held order',
  held_order_discarded: 'discarded a held order',
  verified: 'verified the email address',
  pairing_forgotten: 'forgot the pairing',
  denied: 'was denied access',
  names_read: 'read names of children',
  wallet_top_up: 'paid money into the eWallet',
  wallet_topped_up: 'topped up the eWallet at the office',
  wallet_reversed: 'reversed a top-up of the eWallet',
  reversed: 'reversed this',
  promoted: 'moved this to the next grade',
  promotion_undone: 'undid the promotion to the next grade',
  students_promoted: 'promoted the students to the next grade',
  wallet_refund: 'refunded money to the eWallet',
  wallet_payout: 'paid money out of the eWallet',
  leftover_paid_out: 'paid out leftover money of the eWallet',
  payout_reversed: 'reversed a payout of leftover money',
  leftovers_paid_out: 'paid out leftover eWallet money of the students',
  wallet_adjust: 'adjusted the eWallet',
  wallet_frozen: 'froze the eWallet',
  wallet_thawed: 'unfroze the eWallet',
  season_price_set: 'set the price of a season',
  picture_uploaded: 'uploaded the picture',
  picture_removed: 'removed the picture',
  certificate_uploaded: 'uploaded the exemption certificate',
  certificate_removed: 'removed the exemption certificate',
  ave_dollars_adjusted: 'adjusted the AveDollars',
  erased: 'erased the names',
  export_asked: 'requested an export of the list',
  exported: 'exported the list',
  'template-filled': 'filled in a template',
  'titles-featured': 'chose the featured titles',
  'page-published': 'published the public page',
  'page-taken-back': 'unpublished the public page',
  'artwork-changed': 'replaced the artwork',
  paused: 'paused this',
  resumed: 'resumed this',
  sent_now: 'sent this by hand',
  unsubscribed: 'ended the emails of this to a recipient',
  published: 'published a version',
  restored: 'restored an earlier version',
};

/** Phrase for an action: `device.added` is "created the device". */
export function activityWords(action: string): string {
  return actionWords(action).replace(/ this\b(?! person)/, ` the ${kindWords(action)}`);
}

/** Kind of record that an action concerns, as screens call it. */
function kindWords(name: string): string {
  const kind = name.replace(/\..*/, '');
  return KINDS[kind] ?? kind.replaceAll('_', ' ');
}

/** Phrase for an action, with "this" for its record. */
function actionWords(action: string): string {
  if (action === 'note.added') return 'left a note';
  const verb = action.slice(action.indexOf('.') + 1);
  return VERBS[verb] ?? verb.replaceAll('_', ' ');
}

/** Readable name of a field: `purchaseDate` is "Purchase date". */
export function fieldWords(name: string): string {
  const words = name
    .replace(/(Id|Cents|Ppm|Qty)$/, '')
    .replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Readable value of a change; formats numbers and browsers by their field. */
export function valueWords(value: unknown, field = ''): string {
  if (field === 'browser' && typeof value === 'string') return browserName(value);
  if (typeof value === 'number') return numberWords(value, field);
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return listWords(value);
  if (isContact(value)) return value.name;
  if (typeof value === 'object') return JSON.stringify(value);
  return textWords(String(value));
}

function numberWords(value: number, field: string): string {
  if (field.endsWith('Cents')) return formatCents(value);
  return field.endsWith('Ppm') ? formatPpm(value) : formatCount(value);
}

function listWords(values: readonly unknown[]): string {
  if (values.length === 0) return 'nothing';
  return values.every(isRight)
    ? rightsWords(values)
    : values.map((value) => valueWords(value)).join(', ');
}

function textWords(text: string): string {
  const duty = Duty.safeParse(text).data;
  if (duty) return DUTY_WORDS[duty].label;
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatDay(text);
  return /^\d{4}-\d{2}-\d{2}T.*Z$/.test(text) ? formatInstant(text, HERE) : text;
}

/** Contact of a school, shown by name. */
function isContact(value: unknown): value is { name: string; email: string } {
  return typeof value === 'object' && value !== null && 'name' in value && 'email' in value;
}

function isRight(value: unknown): value is PermissionEntry {
  return (
    typeof value === 'object' &&
    value !== null &&
    'read_only' in value &&
    'edit' in value &&
    'name' in value
  );
}

function rightsWords(rights: readonly PermissionEntry[]): string {
  return (
    rights
      .filter(({ read_only, edit }) => read_only || edit)
      .map(
        ({ name, read_only, edit }) =>
          `${name} (${[read_only && 'view', edit && 'edit'].filter(Boolean).join(', ')})`,
      )
      .join(', ') || 'nothing'
  );
}

/** Group of an entry in the list, by the day in this browser. */
export function activityGroup(at: string, today: string): string {
  const day = dayIn(at, HERE);
  if (day >= today) return 'Today';
  if (day === addDays(today, -1)) return 'Yesterday';
  return day >= addDays(today, -7) ? 'Last 7 days' : 'Older';
}

/** Groups entries, newest first. */
export function groupActivity(
  entries: readonly ActivityEntry[],
  today: string,
): { label: string; entries: ActivityEntry[] }[] {
  const groups: { label: string; entries: ActivityEntry[] }[] = [];
  for (const entry of entries) {
    const label = activityGroup(entry.at, today);
    const last = groups.at(-1);
    if (last?.label === label) last.entries.push(entry);
    else groups.push({ label, entries: [entry] });
  }
  return groups;
}

/**
 * Phrase for one's own action with the record's name: "Created device REG-07", "Made changes to
 * role Clerk".
 */
export function ownActivityWords({
  action,
  entity,
  recordName,
}: Pick<OwnActivityEntry, 'action' | 'entity' | 'recordName'>): { did: string; to: string } {
  const did = actionWords(action);
  const kind = kindWords(entity);
  const to = recordName ? `${kind} ${recordName}` : `a ${kind}`;
  const begin = did.charAt(0).toUpperCase() + did.slice(1);
  if (/ this\b/.test(begin)) return { did: begin.replace(/ this\b.*/, ''), to };
  return { did: did === 'made changes' ? `${begin} to` : `${begin}:`, to };
}
