import type { CodeCheck, RegisterFair } from '@pos/contract/sales/register-people';
import type { FairTerms, RegisterSession } from '@pos/contract/sales/register-session';
import type { Instant } from '@pos/contract/values';
import type { DrawerRecord } from '../drawer.ts';
import type { RunningSale } from '../rules/running-sale.ts';
import type { OrderNumber } from '../rules/sold-order.ts';
import type { StoredCatalog, StoredStudents } from '../rules/shelf.ts';
import type { ReturnRecord } from '../return-views.ts';
import type { Person, SaleRecord } from '../till.ts';

/**
 * Storage of a till: finished sales, returns, and notes, one value each. A native shell can put
 * another journal in the place of IndexedDB.
 */
export interface Journal {
  /** Reads all finished sales, in the order of their numbers. */
  readSales(): Promise<StoredSale[]>;
  /** Reads all returns, oldest first. */
  readReturns(): Promise<StoredReturn[]>;
  readNotes(): Promise<Partial<Notes>>;
  /**
   * Writes all of a change or nothing. Resolves when it is on the disk and would survive a power
   * cut; rejects if it is not known to be. A number that another sale has is refused.
   */
  write(change: Change): Promise<void>;
  close(): void;
}

/** A finished sale. The buyer's name is not in it: students are kept apart, and leave earlier. */
export type StoredSale = Omit<SaleRecord, 'customerName'> & {
  /** Booked while the goods were on the counter; no batch has told the count of its day yet. */
  isUncounted?: true;
};

/** A return that was given. It is never changed, except for its answer. */
export type StoredReturn = Omit<ReturnRecord, 'customerName'>;

export type Change = {
  sales?: readonly StoredSale[];
  returns?: readonly StoredReturn[];
  /** IDs of sales and returns to delete. */
  removed?: readonly string[];
  /** Notes to set; null deletes one. */
  notes?: { [Name in keyof Notes]?: Notes[Name] | null };
};

export type Notes = {
  pairing: { deviceId: string; deviceKey: string; name: string };
  /** The last number used, and the device that it counts for. */
  numbers: OrderNumber & { deviceId: string };
  people: RegisterFair[];
  session: Session;
  /** Checks of the codes of people who have signed in on this device, by their IDs. */
  checks: Record<string, CodeCheck>;
  /** Wrong codes without a network since the last right one, and the time of the last. */
  wrongCodes: { count: number; at: Instant };
  /** Tokens by the identifier of their fair: a sale is sent to the fair where it was made. */
  tokens: Record<string, RegisterSession['token']>;
  catalog: StoredCatalog;
  students: StoredStudents;
  running: RunningSale;
  parked: RunningSale[];
  clock: { offsetMs: number; latest: Instant };
  /** Money put into and taken out of the drawer beside sales, and its counts, oldest first. */
  drawer: DrawerRecord[];
  /** Time of the last answer to a heartbeat. */
  reachedAt: Instant;
  /** Person who let this register sell on for long without a network, and the time. */
  soldOn: { personId: string; at: Instant };
  /** The highest number up to which the server had everything. */
  acknowledged: OrderNumber;
};

/** The person at this register, and the fair where they sell. */
export type Session = { person: Person; fair: FairTerms; mode: RegisterSession['mode'] };
