import { ApiError } from '@pos/contract/client';
import { ALL_SCHOOLS, asksFor, ReportQuery, ReportType } from '@pos/contract/reports/report-query';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, use, useEffect, useRef, useState, type RefObject } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { withoutBlanks } from '#web/lib/drafts/form-values.ts';
import * as cardStyles from '#web/ui/layout/card.module.css';
import { FieldLabels } from '#web/ui/fields/field.tsx';
import * as fieldStyles from '#web/ui/fields/fields.module.css';
import { Form, type FormValues } from '#web/ui/form/form.tsx';
import { lazyPart } from '#web/ui/messages/lazy-part.tsx';
import { Skeleton } from '#web/ui/messages/notice.tsx';
import { DatesField } from './dates-field.tsx';
import { OptionsField } from './options-field.tsx';
import { ReportBar } from './report-bar.tsx';
import { ReportMenu } from './report-menu.tsx';
import { reportResult, useRefusal } from './reports.data.ts';
import * as styles from './report-form.module.css';

// Loaded on demand: the line of a report that is shown needs no search.
const SubjectField = lazyPart(() => import('./subject-field.tsx'), 'SubjectField');

type ReportFormProps = {
  given: Readonly<Record<string, string>>;
  /** Report that is shown. */
  query: ReportQuery | undefined;
  run: (query: ReportQuery) => Promise<void>;
};

/**
 * Form with a report's parameters in one row; one line while a report is shown, until they are to
 * be changed. Every complete change runs at once, and the button closes the form too. Ctrl/⌘+Enter
 * runs it from anywhere on the page.
 */
export function ReportForm({ given, query, run }: ReportFormProps) {
  const queryClient = useQueryClient();
  const box = useRef<HTMLElement>(null);
  const [isChanging, setChanging] = useState(false);
  const closes = useRef(false);
  useRunKey(box);

  /**
   * A refusal that names a field stays with the form; any other is shown in place of the report.
   */
  const ask = async (values: ReportQuery): Promise<void> => {
    const next = normalized(values);
    try {
      await queryClient.fetchQuery({ ...reportResult(next), staleTime: 0 });
    } catch (error) {
      if (error instanceof ApiError && error.refusal.errors) throw error;
    }
    await run(next);
  };
  const values = toValues(given);
  return (
    <section
      className={`${cardStyles.card} ${styles.form}`}
      ref={box}
      aria-label="Report parameters"
      onSubmitCapture={({ nativeEvent }) => {
        closes.current = nativeEvent instanceof SubmitEvent && nativeEvent.submitter !== null;
      }}
    >
      <Form
        schema={ReportQuery}
        values={values}
        guard={false}
        save={ask}
        onSaved={() => closes.current && setChanging(false)}
        submitLabel="Run report"
        busyLabel="Running…"
      >
        <FollowAddress values={values} query={query} />
        <RunOnChange
          shown={query && JSON.stringify(normalized(query))}
          submit={() => submit(box)}
        />
        <ReportControls
          hasReport={query !== undefined}
          isChanging={isChanging}
          onChange={() => setChanging(true)}
          onRun={() => submit(box)}
        />
      </Form>
    </section>
  );
}

function submit(box: RefObject<HTMLElement | null>): void {
  box.current?.querySelector('form')?.requestSubmit();
}

function useRunKey(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const runOnKey = (event: KeyboardEvent): void => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(box);
    };
    document.addEventListener('keydown', runOnKey);
    return () => document.removeEventListener('keydown', runOnKey);
  }, [box]);
}

/** Leaves out the questions that the report does not ask. */
function normalized({
  status,
  byDevice,
  region,
  adminId,
  season,
  wholeFair,
  ...query
}: ReportQuery): ReportQuery {
  const isOfAll = query.schoolIdentifier === ALL_SCHOOLS;
  return {
    ...query,
    ...(wholeFair && query.fairIdentifier !== undefined && { wholeFair }),
    ...(asksFor(query.reportType, 'status') && status && { status }),
    ...(asksFor(query.reportType, 'byDevice') && !isOfAll && byDevice && { byDevice }),
    ...(isOfAll && region && { region }),
    ...(isOfAll && adminId && { adminId }),
    ...(isOfAll && season && { season }),
  };
}

/** Place of the subject while its search is loaded. */
function SubjectToCome() {
  return (
    <div className={fieldStyles.field} aria-hidden>
      <span className={fieldStyles.label}>School and fair</span>
      <Skeleton height={36} />
    </div>
  );
}

type ReportControlsProps = {
  hasReport: boolean;
  isChanging: boolean;
  onChange: () => void;
  onRun: () => void;
};

/** Fields in a row, or the line of the report that is shown. */
function ReportControls({ hasReport, isChanging, onChange, onRun }: ReportControlsProps) {
  const { errors } = useFormState();
  const [wasOpen, setWasOpen] = useState(false);
  const hasErrors = Object.keys(errors).some((name) => name !== 'root');
  const isOpen = isChanging || !hasReport || hasErrors;
  if (!isOpen)
    return (
      <ReportBar
        takesFocus={wasOpen}
        onChange={() => {
          setWasOpen(true);
          onChange();
        }}
        onRun={onRun}
      />
    );
  return (
    <div className={styles.fields} data-part="report-fields">
      <ReportMenu />
      <Suspense fallback={<SubjectToCome />}>
        <SubjectField takesFocus={isChanging} />
      </Suspense>
      <DatesField />
      <OptionsField />
    </div>
  );
}

/** Runs the report after each change that completes its parameters. */
function RunOnChange({ shown, submit: run }: { shown: string | undefined; submit: () => void }) {
  const values: Record<string, unknown> = useWatch();
  const { data: next } = ReportQuery.safeParse(withoutBlanks(ReportQuery, values));
  const key = next && JSON.stringify(normalized(next));
  const type = String(values['reportType']);
  const seen = useRef({ key, type });
  useEffect(() => {
    const before = seen.current;
    seen.current = { key, type };
    // An incomplete form says after the choice of a report why that one cannot run.
    const isAsked = key ? key !== before.key : shown !== undefined && type !== before.type;
    if (isAsked && key !== shown) run();
  }, [key, type, shown, run]);
  return null;
}

type Values = FormValues<typeof ReportQuery>;

function toValues({
  reportType,
  schoolIdentifier = '',
  fairIdentifier = '',
  startDate = '',
  endDate = '',
  method,
  status,
  byDevice,
  region,
  adminId,
  season,
  wholeFair,
}: ReportFormProps['given']): Values {
  const { data: known } = ReportQuery.shape.method.safeParse(method);
  return {
    reportType: ReportType.safeParse(reportType).data ?? 'SALES_SUMMARY',
    schoolIdentifier,
    fairIdentifier,
    startDate,
    endDate,
    method: known ?? null,
    status: ReportQuery.shape.status.safeParse(status).data ?? null,
    byDevice: byDevice === 'true',
    wholeFair: wholeFair === 'true',
    region: region ?? null,
    adminId: adminId ?? null,
    season: season ?? null,
  };
}

/** Fields whose messages open the form. */
const FIELDS = {
  schoolIdentifier: 'School and fair',
  fairIdentifier: 'School and fair',
  startDate: 'Start date',
  endDate: 'End date',
  region: 'Region',
  adminId: 'Admin',
  season: 'Season',
} as const;

/**
 * Updates the form when the address changes without it: Back, or a link to another report. A
 * refusal of the report in the address is shown on its fields.
 */
function FollowAddress({ values, query }: { values: Values; query: ReportQuery | undefined }) {
  const { reset, setError } = useFormContext();
  const { add } = use(FieldLabels);
  const address = JSON.stringify(values);
  const seen = useRef(address);
  useEffect(() => {
    for (const [name, label] of Object.entries(FIELDS)) add(name, label);
  }, [add]);
  useEffect(() => {
    if (seen.current === address) return;
    seen.current = address;
    reset(JSON.parse(address) as Record<string, unknown>);
  }, [address, reset]);
  const refusal = useRefusal(query);
  useEffect(() => {
    for (const [name, message] of Object.entries(refusal?.errors ?? {}))
      if (Object.hasOwn(FIELDS, name)) setError(name, { type: 'server', message });
  }, [refusal, setError]);
  return null;
}
