import { ApiError } from '@pos/contract/client';
import {
  customizationsApi,
  type Customization,
  type FairCustomizations,
} from '@pos/contract/templates/customizations';
import {
  FieldValue,
  type FieldValues,
  MERGE_FIELDS,
} from '@pos/contract/templates/template-fields';
import { allows } from '@pos/contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { boxClass } from '#web/ui/fields/box-class.ts';
import { FieldMessages } from '#web/ui/fields/field-messages.tsx';
import * as fieldStyles from '#web/ui/fields/fields.module.css';
import { LeaveGuard } from '#web/ui/form/leave-guard.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { useDebounced } from '#web/ui/hooks/use-debounced.ts';
import { useWidth } from '../editor/use-width.ts';
import { PdfPage } from '../pdf-page.tsx';
import { previewFile } from '../templates.data.ts';
import { useTemplateValues } from './use-template-values.ts';
import * as styles from './fair-templates.module.css';

const PREVIEW_REST_MS = 400;

type ValuesCardProps = {
  fair: FairCustomizations['fair'];
  template: Customization;
  defaults: FairCustomizations['defaults'];
};

/**
 * A fair's values for one template, next to the document. Blank values default to the fair's own.
 */
export function ValuesCard({ fair, template, defaults }: ValuesCardProps) {
  const { templateId, name, number, mergeFields } = template;
  const mayEdit =
    allows(customizationsApi.update.access, useRights()) && fair.closeOutState === 'open';
  const form = useTemplateValues({ fairId: fair.id, template, defaults });
  const { values, isChanged } = form;
  return (
    <Card
      title={name}
      intro={
        mayEdit
          ? 'Each field uses the fair’s own text unless you enter another for this template.'
          : fair.closeOutState === 'finished'
            ? 'The fair is closed out. Its templates cannot be changed.'
            : undefined
      }
    >
      <div className={styles.valuesGrid}>
        <form
          className="stack gap-20"
          onSubmit={(event) => {
            event.preventDefault();
            form.save();
          }}
        >
          {mergeFields.length === 0 && (
            <p className="subdued">This template has no fields to fill in.</p>
          )}
          {mergeFields.map((field) => (
            <ValueField
              key={field}
              label={MERGE_FIELDS[field]}
              typed={values[field]}
              own={defaults[field] ?? ''}
              isLocked={!mayEdit}
              onType={(text) => form.type(field, text)}
            />
          ))}
          {form.failure !== undefined && (
            <SaveFailure
              failure={form.failure}
              onTakeTheirs={form.takeTheirs}
              onKeepMine={form.keepMine}
            />
          )}
          {mayEdit && mergeFields.length > 0 && (
            <div className="row wrapping">
              <Button type="submit" busy={form.isSaving && 'Saving…'}>
                Save values
              </Button>
              {isChanged && <span className="caption">Not saved yet</span>}
            </div>
          )}
        </form>
        <Document
          fairId={fair.id}
          templateId={templateId}
          number={number}
          name={name}
          pages={template.pages}
          values={values}
        />
      </div>
      {isChanged && <LeaveGuard changed={[name]} mayLeave={() => !isChanged} />}
    </Card>
  );
}

type SaveFailureProps = { failure: unknown; onTakeTheirs: () => void; onKeepMine: () => void };

/** Error of saving; if someone else saved first, with the choice between both versions. */
function SaveFailure({ failure, onTakeTheirs, onKeepMine }: SaveFailureProps) {
  const isStale = failure instanceof ApiError && failure.refusal.code === 'STALE_VERSION';
  return (
    <Notice
      kind="bad"
      action={
        isStale && (
          <span className="row">
            <Button size="sm" onClick={onTakeTheirs}>
              Take theirs
            </Button>
            <Button size="sm" onClick={onKeepMine}>
              Keep mine
            </Button>
          </span>
        )
      }
    >
      {failureText(failure).message}
    </Notice>
  );
}

type ValueFieldProps = {
  label: string;
  typed: string | undefined;
  own: string;
  isLocked: boolean;
  onType: (text: string | undefined) => void;
};

function ValueField({ label, typed, own, isLocked, onType }: ValueFieldProps) {
  const id = useId();
  const parsed = FieldValue.safeParse(typed ?? own);
  const error = parsed.success ? undefined : parsed.error.issues[0]?.message;
  const text = typed ?? own;
  return (
    <div className={fieldStyles.field}>
      <span className="row spread">
        <label className={fieldStyles.label} htmlFor={id}>
          {label}
        </label>
        {typed !== undefined && !isLocked && (
          <button
            type="button"
            className={`link ${styles.metaLink}`}
            onClick={() => onType(undefined)}
            aria-label={`Use the fair's own: ${label}`}
          >
            Use the fair’s own
          </button>
        )}
      </span>
      <textarea
        id={id}
        className={boxClass(error, styles.valueBox)}
        rows={text.length > 60 ? 3 : 1}
        readOnly={isLocked}
        value={text}
        aria-invalid={Boolean(error)}
        aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
        onChange={({ target }) => onType(target.value)}
      />
      <FieldMessages
        id={id}
        error={error}
        hint={
          typed === undefined
            ? own === ''
              ? 'The fair has none, so nothing is printed.'
              : undefined
            : `The fair’s own: ${own === '' ? 'none' : own}`
        }
      />
    </div>
  );
}

type DocumentProps = {
  fairId: string;
  templateId: string;
  number: number;
  name: string;
  pages: number;
  values: FieldValues;
};

/** Preview of the document with the typed values. */
function Document({ fairId, templateId, number, name, pages, values }: DocumentProps) {
  const shown = useDebounced(values, PREVIEW_REST_MS);
  const { data: file, error } = useQuery(
    previewFile({ templateId, number, fairId, values: shown }),
  );
  const [box, width] = useWidth();
  return (
    <div className={styles.fairDocument} ref={box}>
      {error && <Notice kind="bad">{failureText(error).message}</Notice>}
      {!error &&
        width > 0 &&
        Array.from({ length: pages }, (_, index) => (
          <PdfPage
            key={index}
            file={file}
            page={index + 1}
            width={width}
            label={
              pages === 1 ? `${name} for this fair` : `${name} for this fair, page ${index + 1}`
            }
          />
        ))}
    </div>
  );
}
