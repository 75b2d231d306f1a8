import {
  PutAwayKind,
  type PutAwayAnswer,
  type PutAwayScan,
  type ReturnCarton,
} from '@pos/contract/stock/warehouse/put-away';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import * as segments from '#web/ui/buttons/segments.module.css';
import { Card } from '#web/ui/layout/card.tsx';
import { ScanField } from '../scan-field.tsx';
import type { ScanOutcome } from '../unsettled-scans.ts';
import { documentPath } from '../warehouse-paths.ts';
import { useScanReturn } from './put-away.data.ts';
import { KIND_WORDS } from './return-words.ts';
import * as styles from './put-away.module.css';

type ReturnScannerProps = {
  fairId: string;
  /** Carton that is being unpacked. */
  carton: ReturnCarton | undefined;
  onCarton: (id: string | undefined) => void;
};

/**
 * Scanner of a return: the condition of the next units, and the field for books and cartons. The
 * code of a carton begins that carton.
 */
export function ReturnScanner({ fairId, carton, onCarton }: ReturnScannerProps) {
  const [kind, setKind] = useState<PutAwayKind>('good');
  const { mutateAsync } = useScanReturn(fairId);
  // The next scan may be sent before this page shows that a carton has begun.
  const begun = useRef(carton?.id);
  useEffect(() => void (begun.current = carton?.id), [carton?.id]);
  const send = async (scan: Omit<PutAwayScan, 'cartonId'>): Promise<ScanOutcome> => {
    const cartonId = begun.current;
    const answer = await mutateAsync({ ...scan, ...(cartonId && { cartonId }) });
    if (answer.outcome === 'carton') onCarton((begun.current = answer.carton.id));
    return toOutcome(answer, scan, send);
  };
  return (
    <Card>
      <div className="stack gap-12">
        <div
          className={`${segments.segments} ${styles.kinds}`}
          role="group"
          aria-label="Condition of the next units"
        >
          {PutAwayKind.options.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === kind}
              onClick={() => setKind(each)}
            >
              {KIND_WORDS[each]}
            </button>
          ))}
        </div>
        {carton && (
          <p className="row spread">
            <span>
              Carton <b className="monospace">{carton.code}</b>, {pluralize(carton.qty, 'unit')} put
              away
            </span>
            <Button size="sm" variant="quiet" onClick={() => onCarton(undefined)}>
              Without a carton
            </Button>
          </p>
        )}
        <ScanField
          key={fairId}
          path={documentPath('returns', fairId)}
          label="Book or carton"
          facts={{ kind }}
          send={send}
        />
      </div>
    </Card>
  );
}

type Send = (scan: Omit<PutAwayScan, 'cartonId'>) => Promise<ScanOutcome>;

function toOutcome(answer: PutAwayAnswer, scan: Parameters<Send>[0], send: Send): ScanOutcome {
  switch (answer.outcome) {
    case 'counted': {
      const { title, goodQty, damagedQty, expectedQty } = answer.line;
      return {
        tone: 'ok',
        word: `${formatCount(goodQty + damagedQty)} of ${formatCount(expectedQty)}`,
        detail: `${title}${scan.kind === 'damaged' ? ', damaged' : ''}`,
      };
    }
    case 'not_ours':
      return { tone: 'ok', word: 'Noted for the school', detail: answer.notOurs.title ?? '' };
    case 'carton':
      return {
        tone: 'ok',
        word: 'Carton is back',
        detail: answer.carton.label || 'Scan its books.',
      };
    case 'choose':
      return {
        tone: 'bad',
        word: 'Several titles have this code',
        detail: 'Nothing was counted. Choose the title.',
        choices: answer.titles.map(({ titleId, sku, title }) => ({
          label: `${title} (${sku})`,
          send: () => send({ scanId: scan.scanId, titleId, kind: scan.kind }),
        })),
      };
    case 'other_fair':
      return {
        tone: 'bad',
        word: 'Carton of another fair',
        detail: `It belongs to ${answer.fairName}. Put it aside for that return.`,
      };
    case 'unknown':
      return {
        tone: 'bad',
        word: answer.title === null ? 'Not in the catalog' : 'Not a title of this fair',
        detail: answer.title ?? 'Nothing was counted.',
        choices: [{ label: 'Not ours', send: () => send({ ...scan, kind: 'not_ours' }) }],
      };
  }
}
