import { ApiError } from '@pos/contract/client';
import type { Reason } from '@pos/contract/errors';
import type { FairDetails } from '@pos/contract/fairs';
import { pluralize } from '@pos/contract/values/counts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { fairPath } from '#web/features/fairs/fair-paths.ts';
import { showRefusal } from '#web/lib/form-errors.ts';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useOpened } from '#web/ui/use-opened.ts';
import { useFinishOrRevert } from './close-out.data.ts';
import type { useWizardForm } from './use-wizard-form.ts';
import { STEP_FIELDS, type WizardStep, type WizardValues } from './wizard-form.ts';
import * as styles from './close-out.module.css';

type Refused = 'blocked' | 'moved';
type FinishOptions = {
  /** Ends the draft once the fair is closed out. */
  settle: () => void;
  /** Fingerprint of the figures that the person has seen. */
  reviewed: string;
};

/**
 * Sends the finish. Returns to the checks if it is blocked, shows the changes if the reviewed
 * figures are outdated, and asks once about all points that need confirmation.
 */
export function useFinish(
  fair: FairDetails,
  form: ReturnType<typeof useWizardForm>['form'],
  { settle, reviewed }: FinishOptions,
) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const finish = useFinishOrRevert(fair.id);
  const [refusal, setRefusal] = useState<Refused>();
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
    } = values;
    const counted = { countedCashCents, countedCheckCents, countedChecks };
    const { versions } = await finish.mutateAsync({
      action: 'finish',
      profitOption,
      reviewed,
      ...counted,
      overShortReason,
      secondPerson,
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
  const showAgain = async (error: unknown): Promise<Refused | undefined> => {
    const code = error instanceof ApiError ? error.refusal.code : undefined;
    const why =
      code === 'CLOSE_OUT_BLOCKED' ? 'blocked' : code === 'FIGURES_MOVED' ? 'moved' : undefined;
    if (!why) return undefined;
    await client.invalidateQueries({ queryKey: ['close-out', fair.id] });
    setRefusal(why);
    return why;
  };
  const send = async (goTo: (step: WizardStep) => void): Promise<void> => {
    form.clearErrors('root');
    setRefusal(undefined);
    try {
      await finishNow(false);
    } catch (error) {
      const { code, warnings: asked } = error instanceof ApiError ? error.refusal : {};
      if (code === 'CONFIRMATION_NEEDED' && asked) return setWarnings(asked);
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
    <ConfirmDialog
      title={`Finish with ${pluralize(warnings.length, 'open point', 'open points')}?`}
      confirmLabel="Finish anyway"
      busyLabel="Finishing…"
      confirm={confirmAndFinish}
      onClose={close}
    >
      <p>These points are open. They are recorded with the close-out.</p>
      <ul className={styles.openPoints}>
        {warnings.map(({ code, text }) => (
          <li key={`${code} ${text}`}>{text}</li>
        ))}
      </ul>
    </ConfirmDialog>
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
