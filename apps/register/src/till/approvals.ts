import { ApiError } from '@pos/contract/client';
import type { RegisterPerson } from '@pos/contract/sales/register-people';
import type { Access } from './office/access.ts';
import { type Server, toTrouble } from './office/server.ts';
import type { Floor } from './floor.ts';
import type {
  ApprovalRequest,
  Approved,
  ApproveRefusal,
  GivenApproval,
  SaleApproval,
} from './approval-views.ts';
import type { Person } from './till.ts';

/** A child waits: nobody waits longer for the answer. */
const LONGEST_ANSWER_MS = 15_000;

/** Approvals by people with the duty, who enter their own code at this register (domain 8.13). */
export class Approvals {
  readonly #floor: Floor;
  readonly #server: Server;
  readonly #access: Access;

  constructor(floor: Floor, server: Server, access: Access) {
    this.#floor = floor;
    this.#server = server;
    this.#access = access;
  }

  /** People who may approve at this register, beside the one who works it. */
  get approvers(): Person[] {
    return this.#people.map(({ codeCheck: _, ...person }) => person);
  }

  get #people(): RegisterPerson[] {
    const { session, people } = this.#floor.books.notes;
    const roster = people?.find(({ id }) => id === session?.fair.id)?.people ?? [];
    return roster.filter(({ id, approves }) => approves === true && id !== session?.person.id);
  }

  /** Asks the server; without a network this device, unless money would go back. */
  async approve(request: ApprovalRequest): Promise<Approved> {
    const person = this.#people.find(({ id }) => id === request.personId);
    if (!person) return { ok: false, reason: 'may_not' };
    const approved = (await this.#ask(request, person)) ?? (await this.#checkHere(request, person));
    return approved.ok ? this.#keep(request, approved.approval) : approved;
  }

  /** Returns null if no server could be asked. */
  async #ask(request: ApprovalRequest, { id, name }: RegisterPerson): Promise<Approved | null> {
    if (request.kinds.includes('offline')) return null;
    const fair = this.#floor.books.notes.session?.fair.identifier ?? '';
    try {
      const token = await this.#access.tokenFor(fair);
      if (token === null) return this.#server.isReached ? refuse('sign_in_needed') : null;
      const { data } = await this.#server
        .pos(token)
        .approvals({ body: request }, { signal: AbortSignal.timeout(LONGEST_ANSWER_MS) });
      return { ok: true, approval: { id: data.id, personId: id, name } };
    } catch (error) {
      return this.#toRefusal(error, fair);
    }
  }

  #toRefusal(error: unknown, fair: string): Approved | null {
    const { kind, seconds } = toTrouble(error);
    switch (kind) {
      case 'no_network':
      case 'unready':
        return null;
      case 'unauthorized':
        this.#access.drop(fair);
        return refuse('sign_in_needed');
      case 'locked':
      case 'wait':
        return { ok: false, reason: 'locked', detail: String(seconds ?? 0) };
      case 'invalid': {
        const errors = error instanceof ApiError ? error.refusal.errors : undefined;
        return refuse(errors?.['secretCode'] === undefined ? 'may_not' : 'wrong_code');
      }
      default:
        return refuse('server_trouble');
    }
  }

  async #checkHere({ secretCode, kinds }: ApprovalRequest, person: RegisterPerson) {
    if (kinds.includes('refund') || kinds.includes('void')) return refuse('needs_network');
    const checked = await this.#access.checkHere(person, secretCode);
    if (checked.ok)
      return { ok: true, approval: { id: null, personId: person.id, name: person.name } } as const;
    const { reason, detail } = checked;
    if (reason === 'locked')
      return { ok: false, reason, ...(detail !== undefined && { detail }) } as const;
    return refuse(reason === 'wrong_code' ? 'wrong_code' : 'needs_network');
  }

  /** Approvals of the running sale, which stay with it, and of selling on without a network. */
  async #keep(request: ApprovalRequest, approval: GivenApproval): Promise<Approved> {
    const { kinds, amountCents, clientOrderId } = request;
    const { books, clock, sale } = this.#floor;
    const { id, personId } = approval;
    if (kinds.includes('offline')) {
      try {
        await books.keep({ notes: { soldOn: { personId, at: clock.now() } } });
      } catch {
        return refuse('not_stored');
      }
    } else if (sale.id === clientOrderId) {
      const given: SaleApproval = { ...(id !== null && { id }), personId, kinds, amountCents };
      this.#floor.setSale({ ...sale, approvals: [...(sale.approvals ?? []), given].slice(-8) });
    }
    this.#floor.onChange();
    return { ok: true, approval };
  }
}

const refuse = (reason: ApproveRefusal) => ({ ok: false, reason }) as const;
