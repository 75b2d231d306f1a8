import type { ColumnKind } from '#api/spreadsheets/writing/written.ts';

/** Every style of our sheets. The position in the list is the index used in cells. */
const STYLES = [
  'general',
  'title',
  'header',
  'headerRight',
  'problem',
  'text',
  'integer',
  'money',
  'percent',
  'date',
  'datetime',
  'isbn',
  'boldText',
  'boldInteger',
  'boldMoney',
  'boldPercent',
  'boldDate',
  'boldDatetime',
  'boldIsbn',
] as const;
type StyleName = (typeof STYLES)[number];

const BOLD: Record<ColumnKind, StyleName> = {
  text: 'boldText',
  integer: 'boldInteger',
  money: 'boldMoney',
  percent: 'boldPercent',
  date: 'boldDate',
  datetime: 'boldDatetime',
  isbn: 'boldIsbn',
};

/** Format codes that have no number in Excel. The first free number is 164. */
const FORMATS = {
  money: '"$"#,##0.00;-"$"#,##0.00',
  percent: '0.00##%',
  date: 'mm/dd/yyyy',
  datetime: 'mm/dd/yyyy hh:mm AM/PM',
};
const FORMAT_IDS = {
  general: 0,
  integer: 3,
  text: 49,
  money: 164,
  percent: 165,
  date: 166,
  datetime: 167,
};

const NORMAL_FONT = 0;
const BOLD_FONT = 1;
const TITLE_FONT = 2;
const RED_FONT = 3;

const LOOKS: Record<StyleName, { format: number; font: number; right?: boolean }> = {
  general: { format: FORMAT_IDS.general, font: NORMAL_FONT },
  title: { format: FORMAT_IDS.general, font: TITLE_FONT },
  header: { format: FORMAT_IDS.general, font: BOLD_FONT },
  headerRight: { format: FORMAT_IDS.general, font: BOLD_FONT, right: true },
  problem: { format: FORMAT_IDS.general, font: RED_FONT },
  text: { format: FORMAT_IDS.general, font: NORMAL_FONT },
  integer: { format: FORMAT_IDS.integer, font: NORMAL_FONT, right: true },
  money: { format: FORMAT_IDS.money, font: NORMAL_FONT, right: true },
  percent: { format: FORMAT_IDS.percent, font: NORMAL_FONT, right: true },
  date: { format: FORMAT_IDS.date, font: NORMAL_FONT, right: true },
  datetime: { format: FORMAT_IDS.datetime, font: NORMAL_FONT, right: true },
  isbn: { format: FORMAT_IDS.text, font: NORMAL_FONT },
  boldText: { format: FORMAT_IDS.general, font: BOLD_FONT },
  boldInteger: { format: FORMAT_IDS.integer, font: BOLD_FONT, right: true },
  boldMoney: { format: FORMAT_IDS.money, font: BOLD_FONT, right: true },
  boldPercent: { format: FORMAT_IDS.percent, font: BOLD_FONT, right: true },
  boldDate: { format: FORMAT_IDS.date, font: BOLD_FONT, right: true },
  boldDatetime: { format: FORMAT_IDS.datetime, font: BOLD_FONT, right: true },
  boldIsbn: { format: FORMAT_IDS.text, font: BOLD_FONT },
};

/** Returns the index of a style. */
export function style(name: StyleName): number {
  return STYLES.indexOf(name);
}

const NORMAL_INDEX = indexes((kind) => kind);
const BOLD_INDEX = indexes((kind) => BOLD[kind]);

/** Returns the style index of a kind. */
export function kindStyle(kind: ColumnKind, bold: boolean): number {
  return (bold ? BOLD_INDEX : NORMAL_INDEX)[kind];
}

function indexes(toName: (kind: ColumnKind) => StyleName): Record<ColumnKind, number> {
  return {
    text: style(toName('text')),
    integer: style(toName('integer')),
    money: style(toName('money')),
    percent: style(toName('percent')),
    date: style(toName('date')),
    datetime: style(toName('datetime')),
    isbn: style(toName('isbn')),
  };
}

/** Returns true for kinds aligned right, together with their headers. */
export function isRightAligned(kind: ColumnKind): boolean {
  return LOOKS[kind].right === true;
}

/** Writes the styles part, the same for every workbook. */
export function stylesXml(): string {
  const escaped = (code: string) => code.replaceAll('"', '&quot;');
  const formats = (Object.keys(FORMATS) as (keyof typeof FORMATS)[]).map(
    (name) => `<numFmt numFmtId="${FORMAT_IDS[name]}" formatCode="${escaped(FORMATS[name])}"/>`,
  );
  const font = (size: number, extra = '') =>
    `<font>${extra}<sz val="${size}"/><name val="Calibri"/><family val="2"/></font>`;
  const fonts = [
    font(11),
    font(11, '<b/>'),
    font(14, '<b/>'),
    '<font><sz val="11"/><color rgb="FFB3261E"/><name val="Calibri"/><family val="2"/></font>',
  ];
  const looks = STYLES.map((name) => {
    const { format, font: fontId, right } = LOOKS[name];
    const start = `<xf numFmtId="${format}" fontId="${fontId}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"`;
    return right
      ? `${start} applyAlignment="1"><alignment horizontal="right"/></xf>`
      : `${start}/>`;
  });
  return (
    `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="${formats.length}">${formats.join('')}</numFmts><fonts count="${fonts.length}">${fonts.join('')}</fonts>` +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${looks.length}">${looks.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
  );
}
