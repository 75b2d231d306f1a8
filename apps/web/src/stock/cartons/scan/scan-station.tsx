import type { Carton, CartonStage, CartonScanAnswer } from '@pos/contract/stock/cartons';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import { pluralize } from '@pos/contract/values/counts';
import {
  IconArrowBackUp,
  IconVolume,
  IconVolumeOff,
  IconAlertTriangle,
  IconCircleCheck,
  IconPrinter,
} from '@tabler/icons-react';
import { useEffect, useCallback, useState } from 'react';
import { fairPath, scanPath } from '#web/fairs/fairs/fair-paths.ts';
import { Button, ButtonLink, IconButton } from '#web/ui/buttons/button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { CameraScan } from '#web/ui/camera/camera-scan.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { ScanInput } from '#web/ui/hooks/scan-input.tsx';
import { useOnline } from '#web/ui/hooks/use-online.ts';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { STAGE_WORDS } from '../carton-words.ts';
import { FinishDialog, MissingLines } from './finish-dialog.tsx';
import { LastScanPanel } from './last-scan.tsx';
import { ScanHead } from './scan-head.tsx';
import { Figures, ForeignList, SavedScanList, MissingList } from './scan-lists.tsx';
import { SendingNotice } from './sending-notice.tsx';
import { scanFigures } from './scan.rules.ts';
import { useTones } from './tones.ts';
import { useScans } from './use-scans.ts';
import * as styles from './scan.module.css';
import { MissingPaper } from '../missing-paper.tsx';

/** Loads the dialogs' frame at once, so that they open without a network too. */
function usePreloadedDialogs(): void {
  useEffect(() => {
    void import('#web/ui/overlays/modal-box.tsx');
  }, []);
}

type ScanStationProps = { fair: FairDetails; cartons: readonly Carton[]; stage: CartonStage };

/**
 * Scan screen of one stage: scans kept on this tablet, result of the last code, missing cartons,
 * and sending.
 */
export function ScanStation({ fair, cartons, stage }: ScanStationProps) {
  const isOnline = useOnline();
  const tones = useTones();
  const scans = useScans({ fairId: fair.id, stage, cartons, sound: tones.sound });
  const { kept: saved, last, result, isStageOpen, sending } = scans;
  const { opened: dialog, open: setDialog, close } = useOpened<'finish' | 'forget'>();
  const figures = scanFigures(stage, cartons, saved.codes);

  usePreloadedDialogs();
  return (
    <div className={styles.page}>
      <ScanHead fair={fair} stage={stage}>
        <ToneButton isMuted={tones.isMuted} onToggle={tones.toggle} />
      </ScanHead>
      <div className={styles.grid}>
        <div className="stack">
          <ScanInput label="Carton code" placeholder="Scan or type" onScan={scans.scan} />
          <CameraScan onScan={scans.scan} />
          {result ? (
            <ScanResult fair={fair} cartons={cartons} stage={stage} answer={result} />
          ) : (
            <LastScanPanel
              last={last}
              stage={stage}
              timeZone={fair.timeZone}
              isComplete={figures.missing.length === 0}
            />
          )}
          {last?.kind === 'undelivered' && <UndeliveredNotice fairId={fair.id} />}
          <SendingNotice
            sending={sending}
            saved={saved}
            isOnline={isOnline}
            isStageOpen={isStageOpen}
            retry={scans.retry}
            undoFinish={() => scans.setFinish(false)}
          />
          <Figures
            expected={figures.expected}
            scanned={figures.scanned}
            missing={figures.missing.length}
          />
          <NeverScannedIn fairId={fair.id} count={figures.neverScannedIn} />
        </div>
        <div className="stack">
          <ForeignList codes={scans.foreign} />
          <MissingList missing={figures.missing} onHere={scans.scan} />
          <SavedScanList
            codes={saved.codes}
            cartons={cartons}
            onForget={() => setDialog('forget')}
          />
        </div>
      </div>
      <footer className={styles.foot}>
        <Button
          onClick={scans.undo}
          disabled={saved.codes.length === 0 || saved.finish || sending.state === 'sending'}
        >
          <IconArrowBackUp size={18} stroke={1.75} aria-hidden /> Undo last
        </Button>
        {isStageOpen ? (
          <FinishButton
            stage={stage}
            isFinishing={saved.finish}
            isSending={sending.state === 'sending'}
            onClick={() => setDialog('finish')}
          />
        ) : (
          <ButtonLink to={fairPath(fair.id, 'cartons')}>Back to the fair</ButtonLink>
        )}
      </footer>
      {dialog === 'finish' && (
        <FinishDialog
          fairId={fair.id}
          stage={stage}
          codes={saved.codes}
          figures={figures}
          isOnline={isOnline}
          onClose={close}
          onFinish={(keepSold) => {
            scans.setFinish(true, keepSold);
            close();
          }}
        />
      )}
      {dialog === 'forget' && (
        <ForgetDialog count={saved.codes.length} forget={scans.forget} onClose={close} />
      )}
    </div>
  );
}

function ToneButton({ isMuted, onToggle }: { isMuted: boolean; onToggle: () => void }) {
  const ToneIcon = isMuted ? IconVolumeOff : IconVolume;
  return (
    <IconButton
      label={isMuted ? 'Turn tones on' : 'Turn tones off'}
      aria-pressed={!isMuted}
      onClick={onToggle}
    >
      <ToneIcon size={20} stroke={1.75} aria-hidden />
    </IconButton>
  );
}

/** Explains cartons that a return does not expect, because they never arrived. */
function NeverScannedIn({ fairId, count }: { fairId: string; count: number }) {
  if (count === 0) return null;
  return (
    <Notice kind="info">
      {pluralize(count, 'carton was', 'cartons were')} never scanned in and{' '}
      {count === 1 ? 'is' : 'are'} not expected here.{' '}
      <Link to={scanPath(fairId, 'delivery')}>Go to Delivery</Link>
    </Notice>
  );
}

type FinishButtonProps = {
  stage: CartonStage;
  isFinishing: boolean;
  isSending: boolean;
  onClick: () => void;
};

function FinishButton({ stage, isFinishing, isSending, onClick }: FinishButtonProps) {
  return (
    <Button
      variant="primary"
      busy={isFinishing && isSending && 'Sending…'}
      disabled={isFinishing && !isSending}
      onClick={onClick}
    >
      {STAGE_WORDS[stage].finish}
    </Button>
  );
}

type ForgetDialogProps = { count: number; forget: () => void; onClose: () => void };

function ForgetDialog({ count, forget, onClose }: ForgetDialogProps) {
  return (
    <ConfirmDialog
      title={`Delete ${pluralize(count, 'scan', 'scans')}?`}
      confirmLabel="Start over"
      isDanger
      confirm={() => {
        forget();
        return Promise.resolve();
      }}
      onClose={onClose}
    >
      They have not been sent yet. You will have to scan these cartons again.
    </ConfirmDialog>
  );
}

/** Leads to the delivery scan of a carton that returns but was never scanned in. */
function UndeliveredNotice({ fairId }: { fairId: string }) {
  return (
    <Notice kind="info">
      <Link to={scanPath(fairId, 'delivery')}>Go to Delivery</Link> and scan it there.
    </Notice>
  );
}

type ScanResultProps = {
  fair: FairDetails;
  cartons: readonly Carton[];
  stage: CartonStage;
  answer: CartonScanAnswer;
};

/** Result of a finished stage. */
function ScanResult({ fair, cartons, stage, answer }: ScanResultProps) {
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
