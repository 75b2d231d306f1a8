import { formatCents } from '@pos/contract/values/money';
import { formatPpm } from '@pos/contract/values/percent';
import {
  IconCash,
  IconCheck,
  IconChevronRight,
  IconCoin,
  IconCreditCard,
  IconFileText,
  IconPencil,
  IconSchool,
  IconUserPlus,
  IconWallet,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { ReactNode } from 'react';
import { useTill, useTillState } from '#register/app/till-context.ts';
import { useAttempt } from '#register/app/use-attempt.ts';
import type { Customer, SaleView } from '#register/till/till.ts';
import { plainAmount } from '#register/ui/amounts.ts';
import { Button } from '#register/ui/controls.tsx';
import { Face } from '#register/ui/face.tsx';
import { useSay } from '#register/words/say.tsx';
import type { Say, WordKey } from '#register/words/words.ts';

/** Word and icon of each payment method. */
export const METHODS: Record<PaymentMethod, { word: WordKey; icon: Icon }> = {
  [PaymentMethod.cash]: { word: 'cash', icon: IconCash },
  [PaymentMethod.creditCard]: { word: 'card', icon: IconCreditCard },
  [PaymentMethod.eWallet]: { word: 'eWallet', icon: IconWallet },
  [PaymentMethod.check]: { word: 'check', icon: IconFileText },
  [PaymentMethod.facts]: { word: 'facts', icon: IconSchool },
  [PaymentMethod.aveDollar]: { word: 'aveDollars', icon: IconCoin },
};

const CUSTOMER_WORDS = {
  parent: 'parent',
  teacher: 'teacher',
  school: 'school',
  other: 'nobody',
} as const satisfies Record<Exclude<Customer['type'], 'student'>, WordKey>;

/** Name of a customer, and what tells two of the same name apart. */
export function getName(
  customer: Customer,
  say: Say,
): { name: string; first: string; more: string } {
  if (customer.type !== 'student') {
    const kind = say(CUSTOMER_WORDS[customer.type]);
    const name = customer.name ?? kind;
    return { name, first: name, more: customer.name === null ? '' : kind };
  }
  const { firstName, lastName, grade, teacher } = customer.student;
  return {
    name: `${firstName} ${lastName}`,
    first: firstName,
    more: [grade && say('grade', { grade }), teacher].filter(Boolean).join(' · '),
  };
}

/** The buyer, or the way to name one. */
export function Buyer({ customer, onOpen }: { customer: Customer | null; onOpen?: () => void }) {
  const say = useSay();
  if (!customer)
    return onOpen ? (
      <Button className="who add" onClick={onOpen}>
        <span className="face m" aria-hidden="true">
          <IconUserPlus className="ic" />
        </span>
        <span className="md">
          {say('whoBuys')}
          <span className="meta">{say('whoBuysHint')}</span>
        </span>
        <IconChevronRight className="ic" />
      </Button>
    ) : null;
  const { name, more } = getName(customer, say);
  const inside = (
    <>
      <Face name={name} size="l" />
      <span className="narrow">
        <b className="ell">{name}</b>
        <span className="meta ell">{more}</span>
      </span>
    </>
  );
  return onOpen ? (
    <Button className="who" onClick={onOpen}>
      {inside}
      <span className="vh">. {say('changeCustomer')}</span>
      <IconChevronRight className="ic" />
    </Button>
  ) : (
    <div className="who">{inside}</div>
  );
}

/** Shows the money of a child, in the eWallet or in the hand, and how much is left or missing. */
export function Purse({ sale, onEdit }: { sale: SaleView; onEdit?: () => void }) {
  const say = useSay();
  const { budget, customer } = sale;
  if (!budget) return null;
  const { from, cents, leftCents } = budget;
  const share = cents <= 0 ? 0 : Math.min(1, cents / Math.max(sale.totalCents, cents));
  const used = cents <= 0 ? 0 : Math.min(1, sale.totalCents / cents);
  const width = `${Math.round((leftCents < 0 ? share : used) * 100)}%`;
  return (
    <div className="purse">
      <div className="r">
        {from === 'hand' ? (
          <Button className="row purse-edit" onClick={onEdit}>
            <span className="nowrap">{say('has', { amount: formatCents(cents) })}</span>
            <IconPencil className="ic s" />
          </Button>
        ) : (
          <>
            <b className="row">
              <IconWallet className="ic s" />
              {say('eWallet')}
            </b>
            <span className="big num">{formatCents(cents)}</span>
          </>
        )}
        {from === 'hand' && leftCents >= 0 && (
          <span className="pill ok">
            <IconCheck className="ic xs" />
            {say('leftAfter', { amount: formatCents(leftCents) })}
          </span>
        )}
      </div>
      <div className={`track ${leftCents < 0 ? '' : 'enough'}`}>
        <i style={{ width }} />
      </div>
      {customer?.type === 'student' && customer.student.walletStatus === 'frozen' && (
        <p className="label">{say('walletFrozen')}</p>
      )}
      {leftCents < 0 ? (
        <div className="r label">
          <span>{say('notEnough')}</span>
          <b className="num strong">{formatCents(-leftCents)}</b>
        </div>
      ) : (
        from === 'wallet' && (
          <div className="r label">
            <span>{say('leftAfter', { amount: formatCents(leftCents) })}</span>
          </div>
        )
      )}
    </div>
  );
}

/** Tax of a sale in words: its rate, or that there is none. */
export function useTaxWords(sale: SaleView): string {
  const say = useSay();
  const { fair } = useTillState();
  return sale.exemption ? say('taxExempt') : say('tax', { rate: formatPpm(fair?.taxRatePpm ?? 0) });
}

/** Subtotal and tax while paying. */
export function ShortSums({ sale }: { sale: SaleView }) {
  const say = useSay();
  const tax = useTaxWords(sale);
  return (
    <ul className="mini num">
      <li>
        <span>{say('items', { count: sale.items })}</span>
        <span>{plainAmount(sale.subtotalCents)}</span>
      </li>
      <li>
        <span>{tax}</span>
        <span>{plainAmount(sale.taxCents)}</span>
      </li>
    </ul>
  );
}

type BigAmountProps = { label: string; more?: string; amount: string };

/** The one large amount, always at the same height above the button. */
export function BigAmount({ label, more, amount }: BigAmountProps) {
  return (
    <div className="total">
      <span className="k">
        {label}
        {more !== undefined && <small>{more}</small>}
      </span>
      <span className="v num">{amount}</span>
    </div>
  );
}

/** Lists the payments taken so far, each with a button that takes it back. */
export function Taken({ sale }: { sale: SaleView }) {
  const say = useSay();
  const till = useTill();
  const { attempt } = useAttempt();
  if (sale.taken.length === 0) return null;
  return (
    <div className="paid">
      {sale.taken.map(({ id, method, amountCents, detail }) => {
        const { word, icon: MethodIcon } = METHODS[method];
        return (
          <div className="p" key={id}>
            <MethodIcon className="ic" />
            <span className="narrow">
              <b className="sb">{say(word)}</b>
              {detail !== null && <span className="meta block ell">{detail}</span>}
            </span>
            <b className="num">{plainAmount(amountCents)}</b>
            <Button
              aria-label={say('takeBack', { method: say(word), amount: formatCents(amountCents) })}
              onClick={() => attempt(till.giveBack(id))}
            >
              <IconX className="ic" />
            </Button>
          </div>
        );
      })}
    </div>
  );
}

type PayMoneyProps = {
  sale: SaleView;
  label: string;
  amountCents: number;
  hint?: string;
  children: ReactNode;
};

/** The money column of every step of the payment. */
export function PayMoney({ sale, label, amountCents, hint, children }: PayMoneyProps) {
  return (
    <>
      <Buyer customer={sale.customer} />
      <ShortSums sale={sale} />
      <Taken sale={sale} />
      <div className="end" />
      {hint !== undefined && <p className="say">{hint}</p>}
      <div className="rule" />
      <BigAmount label={label} amount={formatCents(amountCents)} />
      {children}
    </>
  );
}
