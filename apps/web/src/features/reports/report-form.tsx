import { ApiError } from '@pos/contract/client';
import { asksFor, ReportQuery, ReportType } from '@pos/contract/report-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { Form, type FormValues } from '#web/ui/form.tsx';
import { ReportCards } from './report-cards.tsx';
import { ReportFields } from './report-fields.tsx';
import { reportResult } from './reports.data.ts';
import * as cardStyles from '#web/ui/card.module.css';
import * as styles from './reports.module.css';

type Given = Readonly<Record<string, string>>;

/** Form with a report's parameters. Ctrl/⌘+Enter runs it from anywhere on the page. */
export function ReportForm({
  given,
  run,
}: {
  given: Given;
  run: (query: ReportQuery) => Promise<void>;
}) {
  const queryClient = useQueryClient();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const runOnKey = (event: KeyboardEvent): void => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
        box.current?.querySelector('form')?.requestSubmit();
    };
    document.addEventListener('keydown', runOnKey);
    return () => document.removeEventListener('keydown', runOnKey);
  }, []);

  /**
   * A refusal that names a field stays with the form; any other is shown in place of the report.
   */
  const ask = async ({ status, byDevice, ...asked }: ReportQuery): Promise<void> => {
    const query = {
      ...asked,
      ...(asksFor(asked.reportType, 'status') && status && { status }),
      ...(asksFor(asked.reportType, 'byDevice') && byDevice && { byDevice }),
    };
    try {
      await queryClient.fetchQuery({ ...reportResult(query), staleTime: 0 });
    } catch (error) {
      if (error instanceof ApiError && error.refusal.errors) throw error;
    }
    await run(query);
  };
  const values = valuesOf(given);
  return (
    <section className={`${cardStyles.card} ${styles.form}`} ref={box} aria-label="Report">
      <Form
        schema={ReportQuery}
        values={values}
        guard={false}
        save={ask}
        submitLabel="Run report"
        busyLabel="Running…"
      >
        <FollowAddress values={values} />
        <ReportCards />
        <ReportFields />
      </Form>
    </section>
  );
}

type Values = FormValues<typeof ReportQuery>;

function valuesOf({
  reportType,
  schoolIdentifier = '',
  fairIdentifier = '',
  startDate = '',
  endDate = '',
  method,
  status,
  byDevice,
}: Given): Values {
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
  };
}

/** Updates the form when the address changes without it: Back, or a link to another report. */
function FollowAddress({ values }: { values: Values }) {
  const { reset } = useFormContext();
  const address = JSON.stringify(values);
  const seen = useRef(address);
  useEffect(() => {
    if (seen.current === address) return;
    seen.current = address;
    reset(JSON.parse(address) as Record<string, unknown>);
  }, [address, reset]);
  return null;
}
