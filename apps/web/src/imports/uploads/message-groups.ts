import { columnNames } from '@pos/contract/imports/upload-columns';
import { type UploadKind, type UploadResult } from '@pos/contract/imports/uploads';
import { isOfCell } from './cells.ts';

type RowMessage = UploadResult['warnings'][number];

/** Codes of warnings that need no decision: they say how the row is read. */
const INFORMATION: readonly string[] = [
  'OTHER_TITLE',
  'OTHER_TAXABLE',
  'OTHER_NAME',
  'REPEATED',
  'RATE_ROUNDED',
  'TOTAL_ROW',
  'MERGED_VALUE',
  'PRICE_DIGITS',
  'UNKNOWN_COLUMN',
];

const isInformation = ({ code }: RowMessage): boolean => INFORMATION.includes(code);

/** Messages of a check by the attention that they need. */
export type MessageGroups = {
  /** Package whose number of units is not that of the file. */
  package: RowMessage[];
  /** Errors and warnings about the file. */
  file: RowMessage[];
  /** Lines about the file that need nothing. */
  fileInformation: RowMessage[];
  /** Errors and warnings about cells. */
  cells: RowMessage[];
  /** Lines about cells that need nothing. */
  cellInformation: RowMessage[];
};

/** Groups the messages of a check: what to look at, and what is only said. */
export function messageGroups(
  kind: UploadKind,
  { errors, warnings, notes }: Pick<UploadResult, 'errors' | 'warnings' | 'notes'>,
): MessageGroups {
  const isCell = (message: RowMessage) => isOfCell(message, columnNames(kind).all);
  const information = warnings.filter(isInformation);
  const problems = [...errors, ...warnings.filter((warning) => !isInformation(warning))];
  const isPackage = ({ code }: RowMessage) => code === 'PACKAGE_UNITS';
  return {
    package: problems.filter(isPackage),
    file: problems.filter((message) => !isCell(message) && !isPackage(message)),
    fileInformation: information.filter((message) => !isCell(message)),
    cells: problems.filter(isCell),
    cellInformation: [...information.filter(isCell), ...notes],
  };
}
