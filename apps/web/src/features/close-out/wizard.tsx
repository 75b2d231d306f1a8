import type { CloseOut } from '@pos/contract/close-out';
import type { FairDetails } from '@pos/contract/fairs';
import { IconChevronLeft } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, type SyntheticEvent } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { fairPath } from '#web/features/fairs/fair-paths.ts';
import { countOf } from '#web/lib/money.ts';
import { useSearchParams } from '#web/lib/search-state.ts';
import { useSession } from '#web/lib/session.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { DraftOffer } from '#web/ui/draft-offer.tsx';
import { FieldLabels } from '#web/ui/fields/field.tsx';
import { FormFailure, FormSummary } from '#web/ui/form-messages.tsx';
import { Overlay } from '#web/ui/notice.tsx';
import { Steps } from '#web/ui/steps.tsx';
import { ChecksStep } from './checks-step.tsx';
import { checkCountStatus, checksOf, PROFIT_OPTIONS, varianceStatus } from './close-out-words.ts';
import { CountStep } from './count-step.tsx';
import { MovedNotice } from './moved-notice.tsx';
import { ProfitStep } from './profit-step.tsx';
import { ReturnsStep } from './returns-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { SoFar } from './so-far.tsx';
import { useFinish } from './use-finish.tsx';
import { useReasonAgain, useReviewed } from './use-reviewed.ts';
import { useWizardForm } from './use-wizard-form.ts';
import {
  FIELD_LABELS,
  isOverOrShort,
  moneySoFar,
  STEP_FIELDS,
  STEP_LABELS,
  WIZARD_STEPS,
  type MoneySoFar,
  type WizardStep,
  type WizardValues,
} from './wizard-form.ts';

/**
 * Step-by-step wizard that closes out a fair. The step is in the address; typed values survive
 * leaving.
 */
export function CloseOutWizard({ fair, closeOut }: { fair: FairDetails; closeOut: CloseOut }) {
  const { form, draft, registry } = useWizardForm(closeOut);
  const { seen, moved, acknowledge } = useReviewed(closeOut, form);
  const finish = useFinish(fair, form, { settle: draft.settle, reviewed: seen.reviewed });
  const earlierReason = useReasonAgain(closeOut, form);
  const { step, to } = useStep(fair.id);
  const values = useWatch({ control: form.control }) as WizardValues;
  const money = moneySoFar(closeOut, values);
  const navigate = useNavigate();
  const { box, aimAt } = useStepFocus(step, form.setFocus);
  const goTo = (next: WizardStep): void => void navigate({ href: to(next), resetScroll: false });
  const goToField = (name: string): void => {
    const at = stepOf(name);
    if (!at || at === step) return form.setFocus(name);
    aimAt(name);
    goTo(at);
  };
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
        const first = Object.values(STEP_FIELDS)
          .flat()
          .find((name) => name in wrong);
        if (first) goToField(first);
      },
    )(event);
  };

  return (
    <FormProvider {...form}>
      <FieldLabels value={registry}>
        <form
          noValidate
          className="close-out-wizard"
          aria-label="Close out the fair"
          onSubmit={(event) => void goOn(event)}
        >
          <Steps
            steps={WIZARD_STEPS.map((each) => ({
              label: STEP_LABELS[each],
              detail: detailOf(each, closeOut, money, values),
              to: to(each),
            }))}
            current={index}
          />
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
                  box.current
                    ?.querySelector<HTMLElement>('.step-card:not(.moved) h2[tabindex]')
                    ?.focus();
                }}
              />
            )}
            {submitCount > 0 && (
              <FormSummary errors={errors} labels={FIELD_LABELS} onGo={goToField} />
            )}
            {step === 'checks' && (
              <ChecksStep closeOut={closeOut} isRefused={finish.refusal === 'blocked'} />
            )}
            {step === 'count' && (
              <CountStep closeOut={closeOut} money={money} earlierReason={earlierReason} />
            )}
            {step === 'returns' && <ReturnsStep fair={fair} returns={closeOut.returns} />}
            {step === 'profit' && <ProfitStep settlements={closeOut.settlements} />}
            {step === 'review' && (
              <ReviewStep fair={fair} closeOut={closeOut} money={money} values={values} />
            )}
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
        {finish.isPending && <Overlay text="Closing out the fair…" />}
        {finish.question}
      </FieldLabels>
    </FormProvider>
  );
}

/** Current step from the address, and the address of each step. */
function useStep(fairId: string) {
  const asked = useSearchParams()['step'];
  const step = WIZARD_STEPS.find((each) => each === asked) ?? 'checks';
  return {
    step,
    to: (each: WizardStep): string =>
      fairPath(fairId, 'close-out', { step: each === 'checks' ? undefined : each }),
  };
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
    else box.current?.querySelector<HTMLElement>('.step-card:not(.moved) h2[tabindex]')?.focus();
    wanted.current = undefined;
  }, [step, setFocus]);
  const aimAt = (name: string): void => {
    wanted.current = name;
  };
  return { box, aimAt };
}

/** Step of a field. */
function stepOf(name: string): WizardStep | undefined {
  return WIZARD_STEPS.find((step) => STEP_FIELDS[step].some((field) => field === name));
}

function WizardButtons({
  back,
  next,
  isBusy,
}: {
  back: { label: string; to: string } | undefined;
  next: string;
  isBusy: boolean;
}) {
  return (
    <div className="row between wrap wizard-buttons">
      {back ? (
        <ButtonLink to={back.to}>
          <IconChevronLeft size={16} stroke={1.75} aria-hidden /> {back.label}
        </ButtonLink>
      ) : (
        <span />
      )}
      <Button type="submit" variant="primary" busy={isBusy && 'Finishing…'}>
        {next}
      </Button>
    </div>
  );
}

/** Short result of a step, shown in the stepper. */
function detailOf(
  step: WizardStep,
  closeOut: CloseOut,
  money: MoneySoFar,
  { profitOption }: WizardValues,
): string | undefined {
  switch (step) {
    case 'checks': {
      const found = checksOf(closeOut);
      const blocking = found.filter(({ kind }) => kind === 'bad').length;
      return blocking > 0
        ? `${blocking} to settle`
        : found.length > 0
          ? `${found.length} to confirm`
          : 'All passed';
    }
    case 'count':
      if (money.varianceCents === null) return 'Not counted';
      if (money.varianceCents !== 0 || !isOverOrShort(money))
        return varianceStatus(money.varianceCents)?.label;
      return money.cashVarianceCents
        ? 'Cash and checks differ'
        : checkCountStatus(money.checkCountVariance)?.label;
    case 'returns':
      return closeOut.returns.notCountedTitles > 0
        ? `${countOf(closeOut.returns.notCountedTitles, 'title', 'titles')} not counted`
        : 'All counted';
    case 'profit':
      return profitOption in PROFIT_OPTIONS ? PROFIT_OPTIONS[profitOption] : undefined;
    case 'review':
      return undefined;
  }
}
