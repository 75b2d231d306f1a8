import type { Carton, CartonScanAnswer, CartonStage, UnexpectedCode } from '@pos/contract/cartons';
import { MAX_SCANNED_LENGTH } from '@pos/contract/cartons';
import type { FairDetails } from '@pos/contract/fairs';
import { IconArrowBackUp, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { fairPath, scanPath } from '#web/features/fairs/fair-paths.ts';
import { api } from '#web/lib/api.ts';
import { countOf } from '#web/lib/money.ts';
import { Button, ButtonLink, IconButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Link } from '#web/ui/link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ScanInput } from '#web/ui/scan-input.tsx';
import { useOnline } from '#web/ui/use-online.ts';
import { useScanner } from '#web/ui/use-scanner.ts';
import { useOpened } from '#web/ui/use-opened.ts';
import { STAGE_WORDS } from '../carton-words.ts';
import { fairCartons } from '../cartons.data.ts';
import { FinishDialog } from './finish-dialog.tsx';
import { useKeptScans } from './kept-scans.ts';
import { LastScanPanel, type LastScan } from './last-scan.tsx';
import { ScanHead } from './scan-head.tsx';
import { Figures, ForeignList, KeptList, MissingList } from './scan-lists.tsx';
import { ScanResult } from './scan-result.tsx';
import { SendingNotice } from './sending-notice.tsx';
import { figuresOf, isOpen, verdictOf, type Verdict } from './scan.rules.ts';
import { useTones, type Tone } from './tones.ts';
import { useSending } from './use-sending.ts';

const TONE: Record<Verdict['kind'], Tone> = {
  new: 'ok',
  found: 'ok',
  again: 'repeat',
  earlier: 'repeat',
  ghost: 'bad',
  stranger: 'repeat',
};

type LastScanText = LastScan extends infer Each
  ? Each extends { id: number }
    ? Omit<Each, 'id'>
    : never
  : never;

/**
 * Scan screen of one stage: scans kept on this tablet, result of the last code, missing cartons,
 * and sending.
 */
export function ScanStation({
  fair,
  cartons,
  stage,
}: {
  fair: FairDetails;
  cartons: readonly Carton[];
  stage: CartonStage;
}) {
  const client = useQueryClient();
  const isOnline = useOnline();
  const tones = useTones();
  const [kept, change] = useKeptScans(fair.id, stage);
  const [last, setLast] = useState<LastScan>();
  const [foreign, setForeign] = useState<readonly UnexpectedCode[]>([]);
  const [result, setResult] = useState<CartonScanAnswer>();
  const { opened: dialog, open: setDialog, close } = useOpened<'finish' | 'forget'>();
  const lastId = useRef(0);
  const figures = figuresOf(stage, cartons, kept.codes);
  const isWaitedFor = isOpen(stage, cartons);
  const addForeign = (codes: readonly UnexpectedCode[]): void =>
    setForeign((now) => [
      ...codes,
      ...now.filter(({ code }) => !codes.some((each) => each.code === code)),
    ]);
  const { sending, again } = useSending({
    fairId: fair.id,
    stage,
    kept,
    change,
    isDue: kept.finish || (kept.codes.length > 0 && !isWaitedFor),
    onSent: (answer, finished) => {
      if (finished) setResult(answer);
      addForeign(answer.unexpected);
    },
  });

  useEffect(() => {
    // Preloaded, so that dialogs open without a network too.
    void import('#web/ui/modal-box.tsx');
  }, []);

  const show = (scan: LastScanText): number => {
    const id = (lastId.current += 1);
    setLast({ ...scan, id });
    return id;
  };
  const keep = (code: string): void =>
    change((now) => (now.codes.includes(code) ? now : { ...now, codes: [...now.codes, code] }));

  const askAbout = async (code: string): Promise<void> => {
    const id = show({ kind: 'asking', code });
    const answer = (next: LastScanText): void =>
      setLast((now) => (now?.id === id ? { ...next, id } : now));
    try {
      const { unexpected } = (
        await api.cartons.scan({ body: { fairId: fair.id, stage, codes: [code] } })
      ).data;
      const [stranger] = unexpected;
      if (stranger) {
        addForeign(unexpected);
        answer({ kind: 'foreign', code, unexpected: stranger });
        tones.sound('bad');
        return;
      }
      // The carton is newer than the list on this tablet.
      const fresh = await client.fetchQuery({ ...fairCartons(fair.id), staleTime: 0 });
      const verdict = verdictOf(stage, fresh, kept.codes, code);
      if (verdict.kind === 'new' || verdict.kind === 'found') keep(verdict.code);
      answer(verdict);
    } catch {
      keep(code);
      answer({ kind: 'unasked', code });
    }
  };

  const scan = (given: string): void => {
    const verdict = verdictOf(stage, cartons, kept.codes, given.slice(0, MAX_SCANNED_LENGTH));
    setResult(undefined);
    tones.sound(TONE[verdict.kind]);
    if (verdict.kind === 'stranger') return void askAbout(verdict.code);
    if (verdict.kind === 'new' || verdict.kind === 'found') keep(verdict.code);
    show(verdict);
  };
  // Codes scanned while a dialog is open must not press its buttons.
  useScanner(scan);

  const undone = kept.codes.at(-1);
  const undo = (): void => {
    if (undone === undefined) return;
    change((now) => ({ ...now, codes: now.codes.slice(0, -1) }));
    show({ kind: 'undone', code: undone });
  };

  return (
    <div className="scan-page">
      <ScanHead fair={fair} stage={stage}>
        <IconButton
          label={tones.isMuted ? 'Turn tones on' : 'Turn tones off'}
          aria-pressed={!tones.isMuted}
          onClick={tones.toggle}
        >
          {tones.isMuted ? (
            <IconVolumeOff size={20} stroke={1.75} aria-hidden />
          ) : (
            <IconVolume size={20} stroke={1.75} aria-hidden />
          )}
        </IconButton>
      </ScanHead>
      <div className="scan-grid">
        <div className="stack">
          <ScanInput label="Carton code" placeholder="Scan or type" onScan={scan} />
          {result ? (
            <ScanResult fair={fair} cartons={cartons} stage={stage} answer={result} />
          ) : (
            <LastScanPanel last={last} stage={stage} timeZone={fair.timeZone} />
          )}
          {last?.kind === 'ghost' && (
            <Notice kind="info">
              <Link to={scanPath(fair.id, 'delivery')}>Go to Delivery</Link> and scan it there.
            </Notice>
          )}
          <SendingNotice
            sending={sending}
            kept={kept}
            isOnline={isOnline}
            isWaitedFor={isWaitedFor}
            again={again}
            takeBack={() => change((now) => ({ ...now, finish: false }))}
          />
          <Figures
            expected={figures.expected}
            scanned={figures.scanned}
            missing={figures.missing.length}
          />
          {figures.neverScannedIn > 0 && (
            <Notice kind="info">
              {countOf(figures.neverScannedIn, 'carton was', 'cartons were')} never scanned in and{' '}
              {figures.neverScannedIn === 1 ? 'is' : 'are'} not expected here.{' '}
              <Link to={scanPath(fair.id, 'delivery')}>Go to Delivery</Link>
            </Notice>
          )}
        </div>
        <div className="stack">
          <ForeignList codes={foreign} />
          <MissingList missing={figures.missing} onHere={scan} />
          <KeptList codes={kept.codes} cartons={cartons} onForget={() => setDialog('forget')} />
        </div>
      </div>
      <footer className="scan-foot">
        <Button
          onClick={undo}
          disabled={undone === undefined || kept.finish || sending.state === 'sending'}
        >
          <IconArrowBackUp size={18} stroke={1.75} aria-hidden /> Undo last
        </Button>
        {isWaitedFor ? (
          <Button
            variant="primary"
            busy={kept.finish && sending.state === 'sending' && 'Sending…'}
            disabled={kept.finish && sending.state !== 'sending'}
            onClick={() => setDialog('finish')}
          >
            {STAGE_WORDS[stage].finish}
          </Button>
        ) : (
          <ButtonLink to={fairPath(fair.id, 'cartons')}>Back to the fair</ButtonLink>
        )}
      </footer>
      {dialog === 'finish' && (
        <FinishDialog
          fairId={fair.id}
          stage={stage}
          codes={kept.codes}
          figures={figures}
          isOnline={isOnline}
          onClose={close}
          onFinish={() => {
            change((now) => ({ ...now, finish: true }));
            close();
          }}
        />
      )}
      {dialog === 'forget' && (
        <ConfirmDialog
          title={`Delete ${countOf(kept.codes.length, 'scan', 'scans')}?`}
          confirmLabel="Start over"
          isDanger
          confirm={() => {
            change(() => ({ codes: [], since: null, finish: false }));
            setLast(undefined);
            return Promise.resolve();
          }}
          onClose={close}
        >
          They have not been sent yet. You will have to scan these cartons again.
        </ConfirmDialog>
      )}
    </div>
  );
}
