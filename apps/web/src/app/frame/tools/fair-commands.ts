import { cartonsApi } from '@pos/contract/stock/cartons';
import { closeOutApi } from '@pos/contract/close-out/close-out';
import type { Endpoint } from '@pos/contract/endpoint';
import { allows, type Rights } from '@pos/contract/permissions';
import { reportsApi } from '@pos/contract/reports/reports';
import { uploadsApi } from '@pos/contract/imports/uploads';
import {
  IconBarcode,
  IconLockCheck,
  IconReportMoney,
  IconTruckReturn,
  IconUpload,
  type Icon,
} from '@tabler/icons-react';
import { fairPath, scanPath, uploadPath } from '#web/fairs/fairs/fair-paths.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import type { Command } from './command.ts';

type FairAction = {
  label: string;
  words: string;
  icon: Icon;
  call: Endpoint;
  to: (fairId: string) => string;
};

/** Tasks of a fair; the first one can be done in any of its states. */
const FAIR_ACTIONS: readonly FairAction[] = [
  {
    label: 'Run Sales summary',
    words: 'report statement',
    icon: IconReportMoney,
    call: reportsApi.run,
    to: (fairId) => pathTo('reports', {}, { reportType: 'SALES_SUMMARY', fairId }),
  },
  {
    label: 'Scan cartons at delivery',
    words: 'shipment arrival scanner',
    icon: IconBarcode,
    call: cartonsApi.scan,
    to: (id) => scanPath(id, 'delivery'),
  },
  {
    label: 'Scan cartons at return',
    words: 'shipment back scanner',
    icon: IconTruckReturn,
    call: cartonsApi.scan,
    to: (id) => scanPath(id, 'return'),
  },
  {
    label: 'Upload inventory',
    words: 'import packing list spreadsheet',
    icon: IconUpload,
    call: uploadsApi.bulkUpload,
    to: (id) => uploadPath(id),
  },
  {
    label: 'Open close-out',
    words: 'close out closeout count cash settle finish',
    icon: IconLockCheck,
    call: closeOutApi.finishOrRevert,
    to: (id) => fairPath(id, 'close-out'),
  },
];

/** Tasks of one fair that the rights allow. */
export function fairCommands(rights: Rights, fairId: string): Command[] {
  return FAIR_ACTIONS.filter(({ call }) => allows(call.access, rights)).map(
    ({ label, words, icon, to }) => ({
      key: `${label} ${fairId}`,
      label,
      words: `fair ${words}`,
      icon,
      to: to(fairId),
    }),
  );
}
