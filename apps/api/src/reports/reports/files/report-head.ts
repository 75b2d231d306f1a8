import type { ReportHead } from '@pos/contract/reports/reports';
import type { Db } from '#api/db/db.ts';
import type { ReportScope } from '../report-scope.ts';
import { excludedRow, outsideRow, registerRows, type ReportSettings } from '../reports.queries.ts';
import type { Figures } from '../figures/figures.ts';
import { readParts, tieOut } from '../figures/tie-out.service.ts';

/** Facts of a report's head that do not follow from its scope. */
export type HeadFacts = {
  school: ReportHead['school'];
  generatedBy: string;
  settings: ReportSettings;
  /** The report's own total for the tie-out check; null if it has none. */
  totalCents: number | null;
  /** Parts of all fairs, if they were read. */
  parts?: Figures | undefined;
  /** True for some days of one fair, which may leave out sales of it. */
  isPartOfFair: boolean;
};

/** Builds the head of every report (domain 9.1). */
export async function reportHead(
  db: Db,
  scope: ReportScope,
  {
    school: { identifier, name },
    generatedBy,
    settings,
    totalCents,
    parts,
    isPartOfFair,
  }: HeadFacts,
): Promise<ReportHead> {
  const registers = await registerRows(db, scope);
  return {
    school: { identifier, name },
    filters: scope.filters,
    fairs: scope.fairs.map(
      ({ id: _, schoolIdentifier: __, schoolName: ___, closedOut, ...fair }) => ({
        ...fair,
        closeOutNumber: closedOut?.number ?? null,
      }),
    ),
    range: { startDate: scope.startDate, endDate: scope.endDate },
    method: scope.method,
    state:
      scope.fairs.length > 0 && scope.fairs.every((fair) => fair.closeOutState === 'finished')
        ? 'final'
        : 'provisional',
    generatedAt: settings.generatedAt,
    generatedBy,
    companyName: settings.companyName,
    excluded: await excludedRow(db, scope),
    outside: isPartOfFair ? await outsideRow(db, scope) : null,
    registers: registers.length,
    unsentDevices: registers
      .filter((device) => device.atOpenFair && device.unsentOrders > 0)
      .map(({ deviceId, unsentOrders, lastSyncAt }) => ({ deviceId, unsentOrders, lastSyncAt })),
    silentDevices: registers
      .filter((device) => device.isSilent && device.unsentOrders === 0)
      .map(({ deviceId, lastSyncAt }) => ({ deviceId, lastSyncAt })),
    tieOut: tieOut(parts ?? (await readParts(db, scope)), totalCents),
  };
}
