import type { UploadKind } from '@pos/contract/imports/uploads';
import { fairsUpload } from './fairs/fairs-upload.ts';
import { inventoryUpload } from './inventory/inventory-upload.ts';
import { pricesUpload } from './prices/prices-upload.ts';
import { receiptUpload } from './receipt/receipt-upload.ts';
import { returnCountUpload } from './return-count/return-count-upload.ts';
import { schoolsUpload } from './schools/schools-upload.ts';
import { titlesUpload } from './titles/titles-upload.ts';
import { studentsUpload } from './students/students-upload.ts';
import { driveUpload, type DrivenUpload } from './driver.ts';

/** Kinds of spreadsheets that can be uploaded. A new kind is a folder and a line here. */
export const UPLOAD_KINDS: Record<UploadKind, DrivenUpload> = {
  fairs: driveUpload(fairsUpload),
  schools: driveUpload(schoolsUpload),
  titles: driveUpload(titlesUpload),
  students: driveUpload(studentsUpload),
  prices: driveUpload(pricesUpload),
  inventory: driveUpload(inventoryUpload),
  'return-count': driveUpload(returnCountUpload),
  receipt: driveUpload(receiptUpload),
};
