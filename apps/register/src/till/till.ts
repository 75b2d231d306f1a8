import type { ApprovalKind } from '@pos/contract/sales/approvals/register-approvals';
import type { ReceiptEmail } from '@pos/contract/sales/drawers/receipts';
import type { ExemptReason, Fulfilment } from '@pos/contract/sales/order-states';
import type { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { Catalog, RegisterStudent } from '@pos/contract/sales/register-catalog';
import type { OrderResult, SoldOrder } from '@pos/contract/sales/register-orders';
import type { RegisterFair, RegisterPerson } from '@pos/contract/sales/register-people';
import type { FairTerms } from '@pos/contract/sales/register-session';
import type { Day, Instant } from '@pos/contract/values';
import type { ApprovalRequest, Approved } from './approval-views.ts';
import type { Drawer } from './drawer.ts';
import type { EmailRefusal, Result } from './result.ts';
import type { ReturnRecord, Returns } from './return-views.ts';
import type {
  CardResult,
  Customer,
  Discount,
  LineView,
  NewPayment,
  ParkedView,
  SettledCard,
  TakenView,
  TenderObstacle,
  TenderOption,
  TitleView,
} from './sale-views.ts';

export type { Result };
export type * from './sale-views.ts';

/**
 * The till as screens see it: one immutable state, and commands. It knows no screens: which dialog,
 * list or keypad is open is theirs. Open it with `openTill` (open-till.ts).
 */
export interface Till {
  /** Calls the listener after each change of state. Returns the end of it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns the same object until something changes. */
  readonly getState: () => TillState;

  // Start
  /** Pairs this device with its code (any case, spaces, hyphens). Needs a network. */
  pair(given: { deviceId: string; pairingCode: string }): Promise<Result<StartRefusal>>;
  /** Asks again who may work here, and which fairs there are. */
  refreshPeople(): Promise<Result<StartRefusal>>;
  /**
   * Signs a person in with the 4 digits; the sign-in outlives a reload. Without a network cashiers of
   * the fair can, and people who have signed in on this device before.
   */
  signIn(given: {
    personId: string;
    secretCode: string;
    fairIdentifier: string;
  }): Promise<Result<StartRefusal>>;
  /** Signs off; an open sale stays and waits for the next person. */
  signOff(): Promise<Result<'not_stored'>>;
  /** Starts or ends practice: an own sale of invented or real titles that books nothing. */
  setTraining(on: boolean): void;

  // Sell. All but `finish` commands change the running sale at once and store it behind.
  /** Takes what a scanner or camera read, on any screen. */
  scan(text: string): ScanResult;
  /** Titles by words of title, author or number; at most `limit`, best first. */
  findTitles(text: string, limit?: number): TitleView[];
  /** Students by words of name, number, grade or teacher; at most `limit`. */
  findStudents(text: string, limit?: number): RegisterStudent[];
  /** Adds a copy; the line of the same title and fulfilment grows and becomes the newest. */
  addTitle(sku: string, fulfilment?: Fulfilment): Result<SaleRefusal>;
  /** Adds an item without a barcode; `code` is a number that was scanned and is not on the list. */
  addItem(item: NewItem): Result<SaleRefusal>;
  setQuantity(lineId: string, quantity: number): Result<SaleRefusal>;
  removeLine(lineId: string): Result<SaleRefusal>;
  setFulfilment(lineId: string, fulfilment: Fulfilment): Result<SaleRefusal>;
  /** Sets or (null) takes back the discount of a line or of the whole sale (`all`). */
  setDiscount(lineId: string, discount: Discount | null): Result<SaleRefusal>;
  setExemption(exemption: Exemption | null): Result<SaleRefusal>;
  setCustomer(customer: Customer | null): Result<SaleRefusal>;
  /** Notes what a child holds in the hand, so that the sale says what is left. */
  setCashInHand(cents: number | null): void;
  /** Puts the running sale aside, with a word to find it by. */
  park(note?: string): Result<SaleRefusal>;
  /** Takes a parked sale up; a running sale with lines is parked in its place. */
  resume(saleId: string): Result<SaleRefusal>;
  /** Removes a parked or the running sale before anything is paid; the books go back. */
  discard(saleId: string): Result<SaleRefusal>;

  // Pay
  /** Goes to the payment; a sale of $0.00 is finished at once. */
  startPayment(): Promise<PayResult>;
  /** Goes back to the lines; refused after something was taken. */
  backToSale(): Result<SaleRefusal>;
  /**
   * Takes one payment; the last one finishes the sale. `finished: true` means that the sale is on
   * the disk (and with a tender that needs a network, booked).
   */
  take(payment: NewPayment): Promise<PayResult>;
  /** Gives a payment of the running sale back, before the sale is finished. */
  giveBack(paymentId: string): Result<SaleRefusal>;
  /** Tries again to store a sale that could not be stored (`problem` is `not_stored`). */
  storeAgain(): Promise<PayResult>;
  /** Asks again whether the server has booked a sale with a tender that needs a network. */
  askAgain(): Promise<PayResult>;
  /**
   * Lets the goods go although the answer is missing: the sale is kept and sent as finished; if the
   * eWallet is short by then, staff look at it.
   */
  finishUnanswered(): Promise<PayResult>;
  /** Corrects what was given in cash on the sale just finished: shows other change, books nothing. */
  showChangeFor(tenderedCents: number): void;
  /** Leaves the finished sale and begins the next one. */
  nextCustomer(): void;

  /**
   * Takes the approval of a person with the duty, by their own code. Of the running sale it stays with
   * the sale.
   */
  approve(request: ApprovalRequest): Promise<Approved>;
  /** Opens the returns of this till, whose code comes when it is first needed. */
  returns(): Promise<Returns>;

  // Around
  /** Sends now what waits; resolves when this try has ended. */
  sendNow(): Promise<Result<SendRefusal>>;
  /** All sales of this register at the present fair, newest first. */
  sales(): SaleRecord[];
  /** The drawer of this register; its code is loaded when it is first asked for. */
  drawer(): Promise<Drawer>;
  /** All returns of this register at the present fair, newest first. */
  givenReturns(): ReturnRecord[];
  /** Tells the office how a card payment ended that was left open. */
  settleCard(given: SettledCard): Promise<Result<'not_stored'>>;
  /** Has the office email the receipt of a sale; sends the sale first if it waits. */
  emailReceipt(given: ReceiptEmail): Promise<Result<EmailRefusal>>;
  /** The unsent sales as a file that staff can hand in. */
  unsentFile(): SalesFile;
  /** The sale that could not be stored, as a file and as text for a QR code. */
  unstoredFile(): SalesFile | null;
  close(): void;
}

/** `locked` has the seconds to wait as detail. */
export type StartRefusal =
  | 'no_network'
  | 'wrong_code'
  | 'locked'
  | 'wait'
  | 'device_key_refused'
  | 'needs_network'
  | 'not_stored'
  | 'server_trouble';
export type SaleRefusal =
  | 'not_selling'
  | 'unknown_title'
  | 'not_for_sale'
  | 'no_line'
  | 'too_many'
  | 'too_many_lines'
  | 'amount_limit'
  | 'nothing_to_sell'
  | 'payment_taken'
  | 'waiting_for_answer'
  | 'needs_approval'
  | 'incomplete';
/**
 * Reason why a payment was not taken. `refused` is the server's word to a sale that is still on the
 * counter: `detail` says why, and nothing was booked.
 */
export type PayRefusal =
  | SaleRefusal
  | TenderObstacle
  | 'too_little'
  | 'too_much'
  | 'check_over_limit'
  | 'no_answer'
  | 'refused'
  | 'not_stored';
export type PayResult = Result<PayRefusal, { finished: boolean }>;
export type SendRefusal = 'no_network' | 'sign_in_needed' | 'busy' | 'server_trouble';

export type TillState = {
  /**
   * `opening`: reads what is stored. `unusable`: this browser cannot store (problem says why).
   * `second_tab`: another tab sells. `unpaired`, `signed_out`, `open`: as they say.
   */
  phase: 'opening' | 'unusable' | 'second_tab' | 'unpaired' | 'signed_out' | 'open';
  training: boolean;
  device: { deviceId: string; name: string } | null;
  /** Fairs of the device, those of today first, and the people who may work each. */
  fairs: FairChoice[];
  fair: FairTerms | null;
  settings: Catalog['settings'] | null;
  cashier: Person | null;
  /** True if the person at this register may approve what others do. */
  mayApprove: boolean;
  /** The others who may. */
  approvers: Person[];
  selling: Selling;
  network: 'online' | 'offline';
  sale: SaleView;
  /** The sale that was just finished, until the next one begins. */
  done: DoneView | null;
  parked: ParkedView[];
  outbox: Outbox;
  today: TodayView;
  problem: Problem | null;
  warnings: Warning[];
};

/**
 * `allowed`, or the reason why no new sale is. `long_offline`: somebody with the duty has to approve it.
 * Finished sales can always be handed in.
 */
export type Selling =
  | { allowed: true }
  | {
      allowed: false;
      /** `no_catalog`: prices were never loaded. `closed`: closed out, inactive or not planned. */
      reason:
        | 'signed_out'
        | 'no_catalog'
        | 'too_early'
        | 'too_late'
        | 'closed'
        | 'read_only'
        | 'long_offline';
    };

/** Keeps the till from storing. `not_stored`: the sale on the screen is not on the disk. */
export type Problem =
  | { kind: 'no_storage' }
  | { kind: 'not_stored'; sequence: number; totalCents: number }
  | { kind: 'connection_lost' };

/**
 * `storage_may_be_deleted`: the browser may delete what is stored. `storage_low`: less than a tenth
 * is free. `clock_wrong`: this device's clock differs by more than five minutes (corrected by the
 * server's). `clock_doubtful`: it went back, or shows a day far from the fair, and no server
 * answered since. `sign_in_to_send`: sending needs a person's code again. `key_refused`: the pairing
 * was forgotten by staff. `rejected`: the server could not read a sale.
 * `return_rejected`: a return could not be booked. `return_needs_staff`: a return was given by a person
 * of staff, and is sent when one signs in again. `unsent_long`: a sale has
 * waited for more than a day. `old_catalog`: prices are older than a day.
 */
export type Warning =
  | 'storage_may_be_deleted'
  | 'storage_low'
  | 'clock_wrong'
  | 'clock_doubtful'
  | 'sign_in_to_send'
  | 'key_refused'
  | 'rejected'
  | 'return_rejected'
  | 'return_needs_staff'
  | 'unsent_long'
  | 'old_catalog';

/** A person who may work here: an admin of the company, or a cashier of one fair. */
export type Person = Omit<RegisterPerson, 'codeCheck'>;
/** A fair of this device, with the people who may work there. */
export type FairChoice = RegisterFair;

export type Exemption = { reason: ExemptReason; certificateNo: string };
export type NewItem = {
  category: string;
  title: string;
  unitPriceCents: number;
  quantity?: number;
  taxable?: boolean;
  code?: string;
};

/**
 * Answer to a scan. `receipt`: the code is the sale's own ID in lower case, as the QR code of every
 * receipt has it (docs/registers.md, "Receipts"), or an order number; `sale` is null if another
 * register made it.
 */
export type ScanResult =
  | { kind: 'title'; title: TitleView; lineId: string }
  | { kind: 'student'; student: RegisterStudent }
  | { kind: 'receipt'; sale: SaleRecord | null; code: string }
  | { kind: 'unknown'; code: string; isbn13: string | null }
  | { kind: 'refused'; reason: SaleRefusal };

/** The running sale. `sell`: lines change. `pay`: payments are taken. `waiting`: for the server. */
export type SaleView = {
  id: string;
  stage: 'sell' | 'pay' | 'waiting';
  /** Newest first. */
  lines: LineView[];
  /** The line that was touched last. */
  newestLineId: string | null;
  items: number;
  customer: Customer | null;
  exemption: Exemption | null;
  /** Discount of the whole sale; lines have their own. */
  discount: Discount | null;
  /** Everything that was taken off, of the whole sale and of lines. */
  discountCents: number;
  /** Parts of the sale that a person with the duty has to approve before it is paid. */
  missingApprovals: ApprovalKind[];
  subtotalCents: number;
  taxCents: number;
  totalCents: number;
  taken: TakenView[];
  leftToPayCents: number;
  /** Amount left if paid in cash: rounded where pennies are not used. */
  leftInCashCents: number;
  /** Each method with what stands in its way, before it is chosen. */
  tenders: TenderOption[];
  /** Money that the child has, in the eWallet or in the hand, and what is left after this sale. */
  budget: { from: 'wallet' | 'hand'; cents: number; leftCents: number } | null;
  /** Round sums that people hand over, with the change of each. */
  quickCash: { tenderedCents: number; changeCents: number }[];
};

/** A finished sale, as it is on this device. */
export type SaleRecord = {
  order: SoldOrder;
  /** Titles by line number, also of those that have left the catalog. */
  titles: Record<number, string>;
  customerName: string | null;
  cashierName: string;
  fairIdentifier: string;
  day: Day;
  /** The server's answer; it never changes `order`. Null: not sent yet. */
  answer: SaleAnswer | null;
  /** Results of its open card payments, told by a person; the order stays as it is. */
  cardResults?: readonly CardResult[];
};
export type SaleAnswer = Pick<
  OrderResult,
  'result' | 'orderNumber' | 'reason' | 'detail' | 'errors'
> & {
  at: Instant;
};

export type DoneView = {
  sale: SaleRecord;
  /** Change to give back; 0 if none. Bills and coins are the screen's. */
  changeCents: number;
  tenderedCents: number;
};

export type Outbox = {
  /** Finished sales and returns that only this device has, rejected sales too. */
  unsent: number;
  /** Returns among them. */
  unsentReturns: number;
  unsentCents: number;
  /** Entries of the drawer and results of cards that only this device has. */
  unsentEntries: number;
  /** Time of the oldest unsent sale. */
  since: Instant | null;
  sending: boolean;
  lastTryAt: Instant | null;
  /** Sales that the server could not read: for a person. */
  rejected: SaleRecord[];
  /** Returns that the server could not book: for a person. */
  rejectedReturns: ReturnRecord[];
  /** Sales that staff look at; nothing to do here. */
  held: number;
};

/** This register's own sales of the fair's present day. */
export type TodayView = {
  day: Day | null;
  sales: number;
  totalCents: number;
  taxCents: number;
  /** Returns that were given today, and what they gave back. */
  returns: number;
  returnedCents: number;
  /** `backCents` was given back this way. */
  methods: { method: PaymentMethod; payments: number; totalCents: number; backCents: number }[];
  unsent: number;
  /** Time of the latest count of the drawer, or null. */
  drawerCountedAt: Instant | null;
};

export type SalesFile = { name: string; text: string };
