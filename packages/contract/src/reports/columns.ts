import {
  PAYMENT_METHODS,
  type PaymentMethod,
  type PaymentMethodName,
} from '../sales/payment-methods.ts';

/**
 * Words to describe a report with: its JSON as fields, and those with a label as columns of its
 * tables. Descriptions are data without schemas, so that pages can load them; `schemas.ts` derives
 * the schemas.
 */

/** Value in the JSON, by kind. */
type Values = {
  text: string;
  /** Fixed-width text that never wraps, such as a device ID. */
  code: string;
  id: string;
  isbn: string;
  /** Title of a row with a `sku`, which the screen shows below it. */
  title: string;
  /** Number of the order `orderId`. */
  order: string;
  /** Name or identifier of the fair `fairIdentifier`; left out where only one fair is shown. */
  fair: string;
  /** `YYYY-MM-DD`. */
  date: string;
  /** Instant in UTC, shown by the clock of the row's fair. */
  datetime: string;
  /** The same beside a date: the screen shows only the time. */
  time: string;
  integer: number;
  /** Integer cents. */
  money: number;
  /** 12.5 is 12.5%; null if there is nothing to divide by. */
  percent: number;
  choice: string;
  yesNo: boolean;
  methods: PaymentMethod[];
  texts: string[];
  /** Parts per million. */
  rates: number[];
};
export type Kind = keyof Values;

/** Label of a choice, and how good or bad it is. */
export type Choice = {
  label: string;
  meaning: 'ok' | 'waiting' | 'warn' | 'bad' | 'info' | 'off';
};

type Look = {
  /** Shown with the opposite sign: its table takes it off (domain 9.11). */
  sign?: -1;
  /** Result of the figures before it. */
  strong?: true;
  /** Part of the figure before it. */
  part?: true;
  /** Shown in place of null. */
  blank?: string;
  /** Width in a workbook, in characters. */
  width?: number;
  /** Empty without the right to read Students. */
  ofStudents?: true;
  /** Only in a report of all schools. */
  ofAllSchools?: true;
  /** Line that is left out if it is 0 for every fair: on the screen, or everywhere. */
  zero?: 'in files' | 'hidden';
  /** Text in the row of totals; `{titles|title}` is a figure of the totals and its noun. */
  totalText?: string;
  isOnScreenOnly?: true;
  /** Leaves a screen too narrow for all columns, the lowest rank first; one without a rank stays. */
  rank?: number;
};
/** Value of the JSON. One with a label is a column or a line; `total` names its total. */
export type Column = Look & {
  kind: Kind;
  label?: string;
  meaning?: string;
  nullable?: true;
  optional?: true;
  /** True for a total of the same name; otherwise the name of its total. */
  total?: true | string;
  choices?: Readonly<Record<string, Choice>>;
};
type Group = { fields: Fields; total: true; nullable?: true };
type List = { list: Fields; nullable?: true };
export type Field = Column | Group | List;
export type Fields = { readonly [name: string]: Field };

type Stored<Of> = Of extends { list: infer Row extends Fields }
  ? ToJson<Row>[]
  : Of extends { fields: infer Part extends Fields }
    ? ToJson<Part>
    : Of extends { choices: infer Choices }
      ? keyof Choices & string
      : Of extends { kind: infer One extends Kind }
        ? Values[One]
        : never;
type Value<Of> = Of extends { nullable: true } ? Stored<Of> | null : Stored<Of>;
/** JSON that the fields describe. */
export type ToJson<Of extends Fields> = {
  -readonly [Name in keyof Of as Of[Name] extends { optional: true } ? never : Name]: Value<
    Of[Name]
  >;
} & {
  -readonly [Name in keyof Of as Of[Name] extends { optional: true } ? Name : never]?: Value<
    Of[Name]
  >;
};

const toColumn =
  <const Of extends Kind>(kind: Of) =>
  (label: string, meaning: string, look: Look = {}) => ({ kind, label, meaning, ...look });
const toSum =
  <const Of extends Kind>(kind: Of) =>
  (label: string, meaning: string, look: Look = {}) => ({
    kind,
    label,
    meaning,
    total: true as const,
    ...look,
  });

export const text = toColumn('text');
export const code = toColumn('code');
export const isbn = toColumn('isbn');
export const order = toColumn('order');
export const fair = toColumn('fair');
export const date = toColumn('date');
export const datetime = toColumn('datetime');
export const time = toColumn('time');
export const percent = toColumn('percent');
export const yesNo = toColumn('yesNo');
export const methods = toColumn('methods');
export const texts = toColumn('texts');
export const rates = toColumn('rates');
/** Title, as wide as titles are. */
export const title = (label: string, meaning: string, look: Look = {}) =>
  toColumn('title')(label, meaning, { width: 48, ...look });
/** Amount in cents, with a total. */
export const money = toSum('money');
/** Shows a figure with the opposite sign, because its table takes it off (domain 9.11). */
export const takenOff = <Of extends Column>(column: Of) => ({ ...column, sign: -1 as const });
/** Amount that does not add up. */
export const price = toColumn('money');
/** Number of units or orders, with a total. */
export const count = toSum('integer');
/** Number that does not add up. */
export const number = toColumn('integer');

/** One of `choices`, which are the values in the JSON. */
export const choice = <const Choices extends Readonly<Record<string, Choice>>>(
  label: string,
  meaning: string,
  choices: Choices,
  look: Look = {},
) => ({ kind: 'choice' as const, label, meaning, choices, ...look });

/** Value of the JSON that no table shows. */
export const unlisted = <const Of extends Kind>(kind: Of) => ({ kind });
/** Total of the JSON that no table shows. */
export const unlistedTotal = <const Of extends Kind>(kind: Of) => ({ kind, total: true as const });

/** Makes a value nullable; null is blank, or the column's `blank`. */
export const nullable = <Of extends Field>(field: Of) => ({ ...field, nullable: true as const });
/** Makes a value that may be left out. */
export const optional = <Of extends Column>(column: Of) => ({ ...column, optional: true as const });
/** Name of the school of a row, in a report of all schools. */
export const schoolOfRow = (meaning: string) =>
  optional(text('School', meaning, { width: 32, ofAllSchools: true }));

/** Ranks columns by name; see `Look`. */
export const ranked = <Of extends Fields>(
  fields: Of,
  ranks: Readonly<Partial<Record<keyof Of, number>>>,
): Of =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const rank = ranks[name];
      return [name, rank === undefined ? field : { ...field, rank }];
    }),
  ) as Of;
/** Gives a column another label in this table. */
export const labeled = <Of extends Column>(column: Of, label: string) => ({ ...column, label });
/** Gives a column a total of another name. */
export const totaled = <Of extends Column & { total?: never }>(column: Of, total: string) => ({
  ...column,
  total,
});
/** Object within the JSON. */
export const nested = <Of extends Fields>(fields: Of) => ({ fields, total: true as const });
/** Rows of a table. */
export const list = <Of extends Fields>(row: Of) => ({ list: row });

/** Makes a field for each item, by its name. */
export function perName<const Item extends { name: string }, Of extends Field>(
  items: readonly Item[],
  toField: (item: Item) => Of,
): Record<Item['name'], Of> {
  return Object.fromEntries(items.map((item) => [item.name, toField(item)])) as Record<
    Item['name'],
    Of
  >;
}

/** Makes a field for each payment method, by its name. */
export function perMethod<Of extends Field>(
  toField: (name: PaymentMethodName) => Of,
): Record<PaymentMethodName, Of> {
  return perName(
    Object.values(PAYMENT_METHODS).map((name) => ({ name })),
    ({ name }) => toField(name),
  );
}

/** Selects the fields that have a total. */
export function toTotalsShape<Of extends Fields>(
  fields: Of,
): {
  [Name in keyof Of as Of[Name] extends { total: true } ? Name : never]: Of[Name];
} {
  return Object.fromEntries(
    Object.entries(fields).filter(([, field]) => 'total' in field && field.total === true),
  ) as ReturnType<typeof toTotalsShape<Of>>;
}

/** Selects fields by name, in this order. */
export function pick<Of extends Fields, Name extends keyof Of>(
  fields: Of,
  ...names: readonly Name[]
): Pick<Of, Name> {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<Of, Name>;
}
