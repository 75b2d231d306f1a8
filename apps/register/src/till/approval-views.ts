import type { ApprovalKind } from '@pos/contract/sales/approvals/register-approvals';
import type { Result } from './result.ts';

/** Approvals as screens ask for them. */

/** Asks for an approval. The amount is that of the discount, or the money that is given back. */
export type ApprovalRequest = {
  personId: string;
  secretCode: string;
  kinds: ApprovalKind[];
  clientOrderId: string;
  clientRefundId?: string;
  amountCents: number;
};
/** `id` is null without a network: the server has not seen it. */
export type GivenApproval = { id: string | null; personId: string; name: string };
/**
 * `needs_network`: nobody here can check this person's code. `may_not`: the office has taken the duty
 * away. `locked` has the seconds to wait as detail.
 */
export type ApproveRefusal =
  | 'wrong_code'
  | 'locked'
  | 'may_not'
  | 'needs_network'
  | 'sign_in_needed'
  | 'server_trouble'
  | 'not_stored';

export type Approved = Result<ApproveRefusal, { approval: GivenApproval }>;

/** An approval of the running sale, for as much discount as was shown. */
export type SaleApproval = {
  /** Absent without a network: the server has not seen it. */
  id?: string;
  personId: string;
  kinds: ApprovalKind[];
  amountCents: number;
};
