import type { CloseOut } from '@pos/contract/close-out/close-out';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import { IconChevronLeft } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, type SyntheticEvent, useState } from 'react';
import { FormProvider, useWatch, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { fairPath } from '#web/fairs/fairs/fair-paths.ts';
import { useSearchParams } from '#web/lib/lists/search-state.ts';
import { useSession, useRights } from '#web/lib/session/session.tsx';
import { AttentionList } from '#web/ui/layout/attention-list.tsx';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { DraftOffer } from '#web/ui/form/draft-offer.tsx';
import { FieldLabels } from '#web/ui/fields/field.tsx';
import { FormFailure, FormSummary } from '#web/ui/form/form-messages.tsx';
import { Overlay, Notice } from '#web/ui/messages/notice.tsx';
import { Steps } from '#web/ui/layout/steps.tsx';
import { CashCountsCard } from '../cash-counts/cash-counts-card.tsx';
import { closeOutChecks, withOpenWays } from '../close-out-words.ts';
import * as styles from '../close-out.module.css';
import { CountStep } from './count-step.tsx';
import { MovedNotice } from '../moved-notice.tsx';
import { ProfitStep } from './profit-step.tsx';
import { ReturnsStep } from './returns-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { SoFar } from '../so-far.tsx';
import { StepCard } from './step-card.tsx';
import { IS_UNSETTLED, STEP_DETAILS, type Progress } from './step-details.ts';
import { useFinish } from './use-finish.tsx';
import { useWizardForm } from './use-wizard-form.ts';
import { CloseOutHistory } from '../versions-card.tsx';
import {
  FIELD_LABELS,
  moneySoFar,
  STEP_FIELDS,
  STEP_LABELS,
  WIZARD_STEPS,
  type MoneySoFar,
  type WizardStep,
  type WizardValues,
} from './wizard-form.ts';
import { WizardHead } from './wizard-head.tsx';
import { movedBetween, type Moved } from '../moved-figures.ts';

/**
 * Step-by-step wizard that closes out a fair. The step is in the address; typed values survive
 * leaving.
 */
export function CloseOutWizard({ fair, closeOut }: { fair: FairDetails; closeOut: CloseOut }) {
  const { form, draft, registry } = useWizardForm(closeOut);
  const { seen, moved, acknowledge } = useReviewed(closeOut, form);
  const finish = useFinish(fair, form, { settle: draft.settle, reviewed: seen.reviewed });
  const earlierReason = useReasonAgain(closeOut, form);
  const values = useWatch({ control: form.control }) as WizardValues;
  const money = moneySoFar(closeOut, values);
  const { step, to, goTo, goToField, box } = useSteps(fair.id, form.setFocus);
  const index = WIZARD_STEPS.indexOf(step);
  const [before, after] = [WIZARD_STEPS[index - 1], WIZARD_STEPS[index + 1]];
  const { errors, submitCount } = form.formState;

  const goOn = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    event.stopPropagation();
    if (after) {
      if (await form.trigger([...STEP_FIELDS[step]], { shouldFocus: true })) goTo(after);
      return;
    }
    await form.handleSubmit(
      () => finish.send(goTo),
      (wrong) => {
        const first = ALL_FIELDS.find((name) => name in wrong);
        if (first) goToField(first);
      },
    )(event);
  };

  return (
    <FormProvider {...form}>
      <FieldLabels value={registry}>
        <WizardHead
          fair={fair}
          closeOut={closeOut}
          isDirty={form.formState.isDirty}
          keeper={draft.keeper}
        />
        <form
          noValidate
          className={styles.closeOutWizard}
          aria-label="Close out the fair"
          onSubmit={(event) => void goOn(event)}
        >
          <WizardSteps progress={{ closeOut, money, values }} current={index} to={to} />
          <div className="stack" ref={box}>
            {draft.offered && (
              <DraftOffer
                savedAt={draft.offered.savedAt}
                onRestore={() => void draft.restore()}
                onDiscard={draft.discard}
              />
            )}
            {moved && (
              <MovedNotice
                moved={moved}
                isRefused={finish.refusal === 'moved'}
                headingRef={finish.movedHeading}
                acknowledge={() => {
                  acknowledge();
                  finish.forgetRefusal();
                  focusHeading(box.current);
                }}
              />
            )}
            {submitCount > 0 && (
              <FormSummary errors={errors} labels={FIELD_LABELS} onGo={goToField} />
            )}
            <StepContent
              step={step}
              fair={fair}
              closeOut={closeOut}
              money={money}
              values={values}
              earlierReason={earlierReason}
              isBlocked={finish.refusal === 'blocked'}
            />
            {submitCount > 0 && <FormFailure errors={errors} labels={FIELD_LABELS} />}
            <WizardButtons
              back={before && { label: STEP_LABELS[before], to: to(before) }}
              next={after ? `Continue to ${STEP_LABELS[after].toLowerCase()}` : 'Finish close-out'}
              isBusy={finish.isPending}
            />
          </div>
          <SoFar
            closeOut={closeOut}
            money={money}
            values={values}
            signer={useSession()?.user.name ?? ''}
          />
        </form>
        {step === 'checks' && <CloseOutHistory fair={fair} closeOut={closeOut} />}
        {step === 'count' && <CashCountsCard fair={fair} mayFold />}
        {finish.isPending && <Overlay text="Closing out the fair…" />}
        {finish.question}
      </FieldLabels>
    </FormProvider>
  );
}

type WizardStepsProps = {
  progress: Progress;
  current: number;
  to: (step: WizardStep) => string;
};

function WizardSteps({ progress, current, to }: WizardStepsProps) {
  const steps = WIZARD_STEPS.map((step) => ({
    label: STEP_LABELS[step],
    detail: STEP_DETAILS[step](progress),
    to: to(step),
    unsettled: IS_UNSETTLED[step](progress),
  }));
  return <Steps steps={steps} current={current} />;
}

type StepContentProps = {
  step: WizardStep;
  fair: FairDetails;
  closeOut: CloseOut;
  money: MoneySoFar;
  values: WizardValues;
  earlierReason: ReturnType<typeof useReasonAgain>;
  /** The server refused to finish because of open checks. */
  isBlocked: boolean;
};

function StepContent({
  step,
  fair,
  closeOut,
  money,
  values,
  earlierReason,
  isBlocked,
}: StepContentProps) {
  switch (step) {
    case 'checks':
      return <ChecksStep closeOut={closeOut} isRefused={isBlocked} />;
    case 'count':
      return <CountStep closeOut={closeOut} money={money} earlierReason={earlierReason} />;
    case 'returns':
      return <ReturnsStep fair={fair} returns={closeOut.returns} />;
    case 'profit':
      return <ProfitStep settlements={closeOut.settlements} totals={closeOut.totals} />;
    case 'review':
      return <ReviewStep fair={fair} closeOut={closeOut} money={money} values={values} />;
  }
}

const ALL_FIELDS = Object.values(STEP_FIELDS).flat();

/** Current step from the address, the address of each step, and functions that go to them. */
function useSteps(fairId: string, setFocus: (name: string) => void) {
  const navigate = useNavigate();
  const asked = useSearchParams()['step'];
  const step = WIZARD_STEPS.find((each) => each === asked) ?? 'checks';
  const { box, aimAt } = useStepFocus(step, setFocus);
  const to = (each: WizardStep): string =>
    fairPath(fairId, 'close-out', { step: each === 'checks' ? undefined : each });
  const goTo = (next: WizardStep): void => void navigate({ href: to(next), resetScroll: false });
  const goToField = (name: string): void => {
    const at = getStep(name);
    if (!at || at === step) return setFocus(name);
    aimAt(name);
    goTo(at);
  };
  return { step, to, goTo, goToField, box };
}

/** Moves the focus to the heading of a new step, or to the first field with an error. */
function useStepFocus(step: WizardStep, setFocus: (name: string) => void) {
  const box = useRef<HTMLDivElement>(null);
  const last = useRef(step);
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (last.current === step) return;
    last.current = step;
    if (wanted.current) setFocus(wanted.current);
    else focusHeading(box.current);
    wanted.current = undefined;
  }, [step, setFocus]);
  const aimAt = (name: string): void => {
    wanted.current = name;
  };
  return { box, aimAt };
}

function focusHeading(box: HTMLElement | null): void {
  box?.querySelector<HTMLElement>('[data-step] h2[tabindex]')?.focus();
}

/** Step of a field. */
function getStep(name: string): WizardStep | undefined {
  return WIZARD_STEPS.find((step) => STEP_FIELDS[step].some((field) => field === name));
}

type WizardButtonsProps = {
  back: { label: string; to: string } | undefined;
  next: string;
  isBusy: boolean;
};

function WizardButtons({ back, next, isBusy }: WizardButtonsProps) {
  return (
    <div className={`row spread wrapping ${styles.wizardButtons}`}>
      {back && (
        <ButtonLink to={back.to}>
          <IconChevronLeft size={16} stroke={1.75} aria-hidden /> {back.label}
        </ButtonLink>
      )}
      <Button type="submit" variant="primary" busy={isBusy && 'Finishing…'}>
        {next}
      </Button>
    </div>
  );
}

/** Lists the points that block the close-out, and those to confirm. */
function ChecksStep({ closeOut, isRefused }: { closeOut: CloseOut; isRefused: boolean }) {
  const found = withOpenWays(closeOutChecks(closeOut), useRights());
  const isBlocked = closeOut.reasons.length > 0;
  return (
    <>
      {isRefused && isBlocked && (
        <Notice kind="bad">
          This fair cannot be closed out yet. Nothing was changed, and your count is kept.
        </Notice>
      )}
      <StepCard
        title="Before you count"
        intro={
          isBlocked
            ? 'Resolve the red items before you finish. You can start counting now.'
            : 'Sales, payments, registers, cartons and shipments of the whole fair.'
        }
        rows={found.length > 0}
      >
        {found.length > 0 ? (
          <AttentionList items={found} />
        ) : (
          <Notice kind="ok">
            All checks passed. Every order has arrived, and nothing is open.
          </Notice>
        )}
      </StepCard>
    </>
  );
}

type Form = UseFormReturn<FieldValues, unknown, FieldValues>;

/**
 * Keeps the close-out that the person has seen, and the changes since. While nothing is entered
 * there is nothing to sign, so the newest reading counts as seen.
 */
function useReviewed(
  closeOut: CloseOut,
  form: Form,
): { seen: CloseOut; moved: Moved | null; acknowledge: () => void } {
  const [saved, setSaved] = useState(closeOut);
  const values = useWatch({ control: form.control }) as WizardValues;
  const { isDirty } = form.formState;
  if (!isDirty && saved.reviewed !== closeOut.reviewed) setSaved(closeOut);
  const { cashCents, checkCents } = moneySoFar(closeOut, values);
  const isCounted = { cash: cashCents !== null, checks: checkCents !== null };
  return {
    seen: saved,
    moved: movedBetween(saved, closeOut, isCounted),
    acknowledge: () => setSaved(closeOut),
  };
}

/**
 * Requires a new reason for a difference if the expected money changed after it was given: clears
 * it and returns its text. Drafts store the expected amount together with their reason.
 */
function useReasonAgain({ cashControl }: CloseOut, { control, setValue }: Form): string {
  const { expectedCashCents, expectedChecksCents, expectedCheckCount } = cashControl;
  const expected = `${expectedCashCents} ${expectedChecksCents} ${expectedCheckCount}`;
  const [reason, reasonFor, earlier] = useWatch({
    control,
    name: ['overShortReason', 'reasonFor', 'earlierReason'],
  }) as [string, string, string];
  const last = useRef({ reason, reasonFor });
  useEffect(() => {
    const before = last.current;
    last.current = { reason, reasonFor };
    if (!reason) return;
    const isTyped = reason !== before.reason && reasonFor === before.reasonFor;
    if (isTyped) {
      if (reasonFor !== expected) setValue('reasonFor', expected, { shouldDirty: true });
      return;
    }
    if (reasonFor === expected) return;
    setValue('earlierReason', reason, { shouldDirty: true });
    setValue('overShortReason', '', { shouldDirty: true });
    setValue('reasonFor', '', { shouldDirty: true });
  }, [reason, reasonFor, expected, setValue]);
  return earlier;
}
