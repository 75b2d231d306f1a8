import { ApiError } from '@pos/contract/client';
import type { Reason } from '@pos/contract/errors';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import { pluralize } from '@pos/contract/values/counts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { fairPath } from '#web/fairs/fairs/fair-paths.ts';
import { showRefusal } from '#web/lib/drafts/form-errors.ts';
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { useFinishOrRevert } from '../close-out.data.ts';
import { unansweredWarnings } from '../close-out-words.ts';
import type { useWizardForm } from './use-wizard-form.ts';
import { STEP_FIELDS, type WizardStep, type WizardValues } from './wizard-form.ts';
import * as styles from '../close-out.module.css';

type Refusal = 'blocked' | 'moved';
type FinishOptions = {
  /** Ends the draft once the fair is closed out. */
  settle: () => void;
  /** Fingerprint of the figures that the person has seen. */
  reviewed: string;
};

/**
 * Sends the finish. Returns to the checks if it is blocked, shows the changes if the reviewed
 * figures are outdated, and asks once about points that nobody has confirmed.
 */
export function useFinish(
  fair: FairDetails,
  form: ReturnType<typeof useWizardForm>['form'],
  { settle, reviewed }: FinishOptions,
) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const finish = useFinishOrRevert(fair.id);
  const [refusal, setRefusal] = useState<Refusal>();
  const { opened: warnings, open: setWarnings, close } = useOpened<readonly Reason[]>();
  const movedHeading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (refusal === 'moved') movedHeading.current?.focus();
  }, [refusal]);

  const finishNow = async (confirm: boolean): Promise<void> => {
    const values = form.getValues() as WizardValues;
    const {
      countedCashCents,
      countedCheckCents,
      countedChecks,
      overShortReason,
      secondPerson,
      profitOption,
      adjustmentCents,
      adjustmentReason,
    } = values;
    const counted = { countedCashCents, countedCheckCents, countedChecks };
    const { versions } = await finish.mutateAsync({
      action: 'finish',
      profitOption,
      reviewed,
      ...counted,
      overShortReason,
      secondPerson,
      ...(adjustmentCents && { adjustmentCents, adjustmentReason }),
      confirm,
    });
    settle();
    toast.ok({
      title: `${fair.name} is closed out`,
      detail: `Close-out v${versions[0]?.number ?? 1}`,
    });
    void navigate({ href: fairPath(fair.id, 'close-out'), replace: true });
  };
  /** Refetches the figures and shows the reason; undefined for other refusals. */
  const showAgain = async (error: unknown): Promise<Refusal | undefined> => {
    const code = error instanceof ApiError ? error.refusal.code : undefined;
    const why =
      code === 'CLOSE_OUT_BLOCKED' ? 'blocked' : code === 'FIGURES_MOVED' ? 'moved' : undefined;
    if (!why) return undefined;
    await client.invalidateQueries({ queryKey: ['close-out', fair.id] });
    setRefusal(why);
    return why;
  };
  /** Finishes, or asks about points that the server found and the form does not answer. */
  const finishOrAsk = async (): Promise<void> => {
    try {
      await finishNow(false);
    } catch (error) {
      const { code, warnings: found } = error instanceof ApiError ? error.refusal : {};
      if (code !== 'CONFIRMATION_NEEDED' || !found) throw error;
      const { confirmed } = form.getValues() as WizardValues;
      const open = unansweredWarnings(found, confirmed);
      if (open.length > 0) setWarnings(open);
      else await finishNow(true);
    }
  };
  const send = async (goTo: (step: WizardStep) => void): Promise<void> => {
    form.clearErrors('root');
    setRefusal(undefined);
    try {
      await finishOrAsk();
    } catch (error) {
      const why = await showAgain(error);
      if (why === 'blocked') return goTo('checks');
      if (!why) showRefusal(form, error, new Set(Object.values(STEP_FIELDS).flat()));
    }
  };
  const confirmAndFinish = async (): Promise<void> => {
    try {
      await finishNow(true);
    } catch (error) {
      // Changed figures close the dialog; other refusals are shown in it.
      if ((await showAgain(error)) !== 'moved') throw error;
    }
  };
  const question: ReactNode = warnings && (
    <FinishQuestion warnings={warnings} confirm={confirmAndFinish} onClose={close} />
  );
  return {
    send,
    question,
    refusal,
    forgetRefusal: () => setRefusal(undefined),
    movedHeading,
    isPending: finish.isPending,
  };
}

type FinishQuestionProps = {
  warnings: readonly Reason[];
  confirm: () => Promise<void>;
  onClose: () => void;
};

/** Asks about open points that the form does not answer. */
function FinishQuestion({ warnings, confirm, onClose }: FinishQuestionProps) {
  return (
    <ConfirmDialog
      title={`Finish with ${pluralize(warnings.length, 'open point', 'open points')}?`}
      confirmLabel="Finish anyway"
      busyLabel="Finishing…"
      confirm={confirm}
      onClose={onClose}
    >
      <p>These points are open. They are recorded with the close-out.</p>
      <ul className={styles.openPoints}>
        {warnings.map(({ code, text }) => (
          <li key={`${code} ${text}`}>{text}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
