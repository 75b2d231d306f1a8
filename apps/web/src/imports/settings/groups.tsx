import { ACCESS_LOG_MONTHS } from '@pos/contract/imports/settings';
import type { LeftoverPolicy } from '@pos/contract/fairs/leftover-policy';
import {
  RETENTION_MONTHS,
  RETENTION_WORDS,
  type RetentionMonths,
} from '@pos/contract/fairs/retention';
import { pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { formatPpm } from '@pos/contract/values/percent';
import { TIME_ZONES } from '#web/lib/input/time-zones.ts';
import { SelectField, SwitchField } from '#web/ui/fields/choice-fields.tsx';
import { NumberField } from '#web/ui/fields/number-field.tsx';
import { TextareaField, TextField } from '#web/ui/fields/text-fields.tsx';
import { SettingsGroup, type GroupProps } from './settings-group.tsx';
import * as styles from '#web/ui/fields/fields.module.css';

const cents = (value: unknown) => formatCents(Number(value));
const percent = (value: unknown) => formatPpm(Number(value));
const LEFTOVER: readonly { value: LeftoverPolicy; label: string }[] = [
  { value: 'carry_forward', label: 'Kept for the next fair' },
  { value: 'refund', label: 'Refunded to the family' },
];

const ORGANIZATION = {
  companyName: { label: 'Company name' },
  supportEmail: { label: 'Support email' },
  supportPhone: { label: 'Support phone' },
  defaultTimeZone: { label: 'Default time zone' },
  publicBaseUrl: { label: 'Public site address' },
};

export function OrganizationGroup(group: GroupProps) {
  const zone = group.settings.defaultTimeZone;
  const zones = TIME_ZONES.some(({ value }) => value === zone)
    ? TIME_ZONES
    : [{ value: zone, label: zone }, ...TIME_ZONES];
  return (
    <SettingsGroup
      {...group}
      title="Organization"
      help="The contact is shown on the sign-in page, on error pages and on each fair's public page."
      fields={ORGANIZATION}
    >
      <TextField name="companyName" label="Company name" autoComplete="organization" />
      <div className={styles.pair}>
        <TextField
          name="supportEmail"
          label="Support email"
          note="optional"
          type="email"
          autoComplete="off"
        />
        <TextField
          name="supportPhone"
          label="Support phone"
          note="optional"
          type="tel"
          autoComplete="off"
        />
      </div>
      <SelectField
        name="defaultTimeZone"
        label="Default time zone"
        choices={zones}
        hint="For schools without one, and for the sync schedule."
      />
      <TextField
        name="publicBaseUrl"
        label="Public site address"
        note="optional"
        type="url"
        hint="Where families open fair pages: https://fairs.example.com. Leave blank to use this product's own address."
        autoComplete="off"
      />
    </SettingsGroup>
  );
}

const EWALLET = {
  ewalletMinTopUpCents: { label: 'Minimum top-up', show: cents },
  ewalletMaxBalanceCents: { label: 'Maximum balance', show: cents },
  ewalletLeftoverPolicy: {
    label: 'Unspent money',
    show: (value: unknown) => LEFTOVER.find((one) => one.value === value)?.label,
  },
};

export function EWalletGroup(group: GroupProps) {
  return (
    <SettingsGroup
      {...group}
      title="eWallet"
      help="Limits for top-ups at a register. Top-ups paid elsewhere are never refused."
      fields={EWALLET}
    >
      <div className={styles.pair}>
        <NumberField
          name="ewalletMinTopUpCents"
          label="Minimum top-up"
          prefix="$"
          decimals={2}
          scaled
        />
        <NumberField
          name="ewalletMaxBalanceCents"
          label="Maximum balance"
          prefix="$"
          decimals={2}
          scaled
        />
      </div>
      <SelectField
        name="ewalletLeftoverPolicy"
        label="Unspent money"
        choices={LEFTOVER}
        hint="Shown at registers and on the student's page."
      />
    </SettingsGroup>
  );
}

const RETENTION = {
  studentRetentionMonths: {
    label: 'Names of students are erased',
    show: (value: unknown) => RETENTION_WORDS[value as RetentionMonths],
  },
};

export function StudentDataGroup(group: GroupProps) {
  return (
    <SettingsGroup
      {...group}
      title="Students' names"
      help="The rule for all schools without one of their own. Orders, eWallets and totals always stay."
      fields={RETENTION}
    >
      <SelectField
        name="studentRetentionMonths"
        label="Names of students are erased"
        choices={RETENTION_MONTHS.map((value) => ({ value, label: RETENTION_WORDS[value] }))}
        hint="Counted from the last order, eWallet entry or change. Never while there is money in the eWallet or the source system delivers the student. Each school's page shows whom it reaches."
      />
    </SettingsGroup>
  );
}

const PROFIT = {
  profitCashPpm: { label: 'Profit in cash', show: percent },
  profitAveDollarPpm: { label: 'Profit in AveDollars', show: percent },
  statementDueDays: { label: 'Payment is due' },
};

export function ProfitGroup(group: GroupProps) {
  return (
    <SettingsGroup
      {...group}
      title="School profit"
      help="The share of eligible net sales that a school earns. Applies to close-outs from now on; finished ones keep theirs."
      fields={PROFIT}
    >
      <div className={styles.pair}>
        <NumberField name="profitCashPpm" label="Paid in cash" suffix="%" decimals={4} scaled />
        <NumberField
          name="profitAveDollarPpm"
          label="Credited in AveDollars"
          suffix="%"
          decimals={4}
          scaled
        />
      </div>
      <NumberField
        name="statementDueDays"
        label="Payment is due"
        suffix="days after the close-out"
        hint="Printed on a school's statement, unless the school has payment terms of its own, such as Net 45."
      />
    </SettingsGroup>
  );
}

const THRESHOLDS = {
  lastCopyThreshold: { label: 'Last copy' },
  lowStockThreshold: { label: 'Low warehouse stock' },
  deviceStaleHours: { label: 'Register is stale' },
  warrantyWarnDays: { label: 'Warranty warning' },
  maxCheckOverageCents: { label: 'Change on a check', show: cents },
};

export function ThresholdsGroup(group: GroupProps) {
  return (
    <SettingsGroup
      {...group}
      title="Thresholds"
      help="When lists, reports and the dashboard call for attention."
      fields={THRESHOLDS}
    >
      <div className={styles.pair}>
        <NumberField
          name="lastCopyThreshold"
          label="Last copy"
          suffix="copies or fewer"
          hint="At a fair."
        />
        <NumberField
          name="lowStockThreshold"
          label="Low stock"
          suffix="copies or fewer"
          hint="In the warehouse."
        />
      </div>
      <div className={styles.pair}>
        <NumberField
          name="deviceStaleHours"
          label="A register is stale"
          suffix="hours after its last contact"
        />
        <NumberField
          name="warrantyWarnDays"
          label="Warranty warning"
          suffix="days before it ends"
        />
      </div>
      <NumberField
        name="maxCheckOverageCents"
        label="Change on a check"
        prefix="$"
        decimals={2}
        scaled
        hint="Maximum change given for a check above the total."
      />
    </SettingsGroup>
  );
}

const CASH = {
  roundCash: {
    label: 'Round cash to the nearest five cents',
    show: (isRounded: unknown) => (isRounded ? 'Yes' : 'No'),
  },
};

export function CashGroup(group: GroupProps) {
  return (
    <SettingsGroup
      {...group}
      title="Cash"
      help="For fairs without pennies. Only cash is rounded, after tax; the difference has its own line in reports."
      fields={CASH}
    >
      <SwitchField
        name="roundCash"
        label="Round cash to the nearest five cents"
        hint="Counts at a register from its next contact. Orders stay as they were sold."
      />
    </SettingsGroup>
  );
}

const APPROVALS = {
  maxDiscountPercent: {
    label: 'Discount without an approval',
    show: (share: unknown) => `${Number(share)}%`,
  },
  maxOfflineHours: {
    label: 'Selling without a network',
    show: (hours: unknown) => pluralize(Number(hours), 'hour', 'hours'),
  },
};

export function ApprovalsGroup(group: GroupProps) {
  return (
    <SettingsGroup
      {...group}
      title="Approvals"
      help="A person with the duty to decide payments and refunds approves with their own code at the register. Refunds by a cashier and tax exemptions without a certificate always need it."
      fields={APPROVALS}
    >
      <div className={styles.pair}>
        <NumberField
          name="maxDiscountPercent"
          label="Discount without an approval"
          suffix="% of a line at most"
          hint="0: each discount needs one."
        />
        <NumberField
          name="maxOfflineHours"
          label="Selling without a network"
          suffix="hours without an approval"
        />
      </div>
    </SettingsGroup>
  );
}

const RECEIPT = { receiptFooter: { label: 'Text below each receipt' } };

export function ReceiptGroup(group: GroupProps) {
  return (
    <SettingsGroup
      {...group}
      title="Receipt"
      help="Printed by registers, and here with an order."
      fields={RECEIPT}
    >
      <TextareaField
        name="receiptFooter"
        label="Text below each receipt"
        note="optional"
        hint="At most 500 characters: return policy, thanks, contact."
      />
    </SettingsGroup>
  );
}

const SECURITY = {
  sessionIdleHours: { label: 'Session length' },
  accessLogMonths: {
    label: 'Sign-ins and reads of names are kept',
    show: (months: unknown) => `${Number(months)} months`,
  },
};

export function SecurityGroup(group: GroupProps) {
  return (
    <SettingsGroup
      {...group}
      title="Security"
      help="A session ends automatically when it is not used, and always after 30 days."
      fields={SECURITY}
    >
      <NumberField
        name="sessionIdleHours"
        label="Sign out after"
        suffix="hours without use"
        hint="From 1 to 168. Applies from a session's next refresh."
      />
      <SelectField
        name="accessLogMonths"
        label="Sign-ins and reads of names are kept"
        choices={ACCESS_LOG_MONTHS.map((value) => ({ value, label: `${value} months` }))}
        hint="Also refused calls. Shown in the activity of users, registers, students and schools."
      />
    </SettingsGroup>
  );
}
