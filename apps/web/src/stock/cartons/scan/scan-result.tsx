import type { Carton, CartonScanAnswer, CartonStage } from '@pos/contract/stock/cartons';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import { pluralize } from '@pos/contract/values/counts';
import { IconAlertTriangle, IconCircleCheck, IconPrinter } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { MissingPaper } from '../missing-paper.tsx';
import { MissingLines } from './finish-dialog.tsx';
import * as styles from './scan.module.css';

/** Result of a finished stage. */
export function ScanResult({
  fair,
  cartons,
  stage,
  answer,
}: {
  fair: FairDetails;
  cartons: readonly Carton[];
  stage: CartonStage;
  answer: CartonScanAnswer;
}) {
  const [printedAt, setPrintedAt] = useState<string>();
  const printed = useCallback(() => setPrintedAt(undefined), []);
  const { expected, missing } = answer;
  const isWhole = missing.length === 0;
  const ResultIcon = isWhole ? IconCircleCheck : IconAlertTriangle;
  const codes = new Set(missing.map(({ code }) => code));
  return (
    <section
      className={`${styles.lastScan} ${styles.result}`}
      data-tone={isWhole ? 'ok' : 'warn'}
      role="status"
    >
      <ResultIcon size={40} stroke={1.75} aria-hidden />
      <div>
        <h2 className={styles.lastWord}>
          {isWhole
            ? `All ${pluralize(expected, 'carton', 'cartons')} ${stage === 'delivery' ? 'came' : 'are back'}`
            : `${missing.length} of ${pluralize(expected, 'carton', 'cartons')} missing`}
        </h2>
        {!isWhole && (
          <>
            <MissingLines cartons={missing} />
            <p className={styles.lastDetail}>If one turns up later, scan it here too.</p>
          </>
        )}
        {!isWhole && (
          <Button onClick={() => setPrintedAt(new Date().toISOString())}>
            <IconPrinter size={16} stroke={1.75} aria-hidden /> Print missing list
          </Button>
        )}
      </div>
      {printedAt && (
        <MissingPaper
          printedAt={printedAt}
          fair={fair}
          cartons={cartons.filter(({ code }) => codes.has(code))}
          onPrinted={printed}
        />
      )}
    </section>
  );
}
