import type { Carton, CartonScanAnswer, CartonStage } from '@pos/contract/stock/cartons';
import { pluralize } from '@pos/contract/values/counts';
import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { failureText } from '#web/lib/api/failure.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Notice, Skeleton } from '#web/ui/messages/notice.tsx';
import { contentWords, STAGE_WORDS, totalUnits } from '../carton-words.ts';
import { awaitedAt, type ScanFigures } from './scan.rules.ts';
import * as styles from './scan.module.css';

type FinishProps = {
  fairId: string;
  stage: CartonStage;
  codes: readonly string[];
  /** Figures from this tablet, used while the server cannot be reached. */
  figures: ScanFigures;
  isOnline: boolean;
  /** `keepSold`: titles of missing cartons that were sold stay at the fair. */
  onFinish: (keepSold: boolean) => void;
  onClose: () => void;
};

type Missing = Pick<Carton, 'code' | 'label' | 'titles' | 'units'>;

/**
 * Shows the effect of finishing before it is done: the cartons that become missing with their
 * units, and any objections.
 */
export function FinishDialog({
  fairId,
  stage,
  codes,
  figures,
  isOnline,
  onFinish,
  onClose,
}: FinishProps) {
  const {
    data: answer,
    isLoading,
    error,
  } = useQuery({
    queryKey: ['cartons', fairId, 'look', stage, codes],
    queryFn: async ({ signal }) =>
      (await api.cartons.scan({ body: { fairId, stage, codes: [...codes] } }, { signal })).data,
    enabled: isOnline,
    retry: false,
    gcTime: 0,
  });
  const { becoming, expected, scanned } = getForecast(answer, stage, figures);
  const obstacles = answer?.alreadySold ?? [];
  return (
    <Dialog
      title={
        becoming.length === 0
          ? `${STAGE_WORDS[stage].finish}?`
          : `${STAGE_WORDS[stage].finish} with ${pluralize(becoming.length, 'missing carton', 'missing cartons')}?`
      }
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Not yet</Button>
          {!isLoading && (
            <Button variant="primary" onClick={() => onFinish(obstacles.length > 0)}>
              {becoming.length === 0
                ? STAGE_WORDS[stage].finish
                : `Report ${becoming.length} missing${obstacles.length > 0 ? ' all the same' : ''}`}
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        {isLoading ? (
          <Skeleton height={60} />
        ) : (
          <>
            <p>
              {scanned} of {pluralize(expected, 'carton', 'cartons')} scanned.{' '}
              {consequence(stage, becoming)}
            </p>
            {becoming.length > 0 && <MissingLines cartons={becoming} />}
            {obstacles.map(({ sku, text, effect }) => (
              <Notice key={sku} kind="bad">
                {text} Reported missing all the same, {effect}
              </Notice>
            ))}
            {answer?.unexpected.map(({ code, text }) => (
              <Notice key={code} kind="warn">
                {text}
              </Notice>
            ))}
            {(!isOnline || error) && (
              <Notice kind="warn">
                {isOnline && error
                  ? failureText(error).message
                  : "You are offline. These are this tablet's counts; they are sent automatically once you are connected."}
              </Notice>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Cartons that finishing makes missing, by the server's answer or else by this tablet. */
function getForecast(
  answer: CartonScanAnswer | undefined,
  stage: CartonStage,
  figures: ScanFigures,
): Pick<ScanFigures, 'expected' | 'scanned'> & { becoming: readonly Missing[] } {
  if (!answer) return figures;
  return {
    becoming: answer.missing.filter(({ status }) => status === awaitedAt(stage)),
    expected: answer.expected,
    scanned: answer.scanned + answer.earlier,
  };
}

function consequence(stage: CartonStage, becoming: readonly Missing[]): string {
  if (becoming.length === 0)
    return stage === 'delivery' ? 'Nothing is missing.' : 'Everything is back.';
  if (stage === 'return')
    return 'Quantities stay as they are. A carton that turns up later can still be scanned.';
  return `The content of the missing cartons, ${pluralize(totalUnits(becoming), 'unit', 'units')}, leaves the fair's stock until they are scanned.`;
}

/** List of cartons with their content. */
export function MissingLines({ cartons }: { cartons: readonly Missing[] }) {
  return (
    <ul className={styles.missingLines}>
      {cartons.map((carton) => (
        <li key={carton.code}>
          <span className="monospace semibold">{carton.code}</span>
          <span>{[carton.label, contentWords(carton)].filter(Boolean).join(', ')}</span>
        </li>
      ))}
    </ul>
  );
}
