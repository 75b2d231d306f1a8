import { ApiError } from '@pos/contract/client';
import type { PlacedField } from '@pos/contract/templates/template-fields';
import type { TemplateDetails } from '@pos/contract/templates/templates';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { formatDraftTime } from '#web/lib/input/time.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { useDebounced } from '#web/ui/hooks/use-debounced.ts';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { WaitingPlace } from '#web/ui/layout/waiting-place.tsx';
import { templateStatus } from '../template-status.ts';
import { artworkFile, previewFile } from '../templates.data.ts';
import type { DraftState } from './drafts/draft-saver.ts';
import { EditorActions } from './editor-actions.tsx';
import { type EditorDialog, EditorDialogs } from './editor-dialogs.tsx';
import type { EditorProps } from './editor-props.ts';
import * as styles from './editor.module.css';
import { FieldList } from './field-list.tsx';
import { FieldProperties } from './field-properties.tsx';
import { PaperBar, type Zoom } from './paper-bar.tsx';
import { Paper } from './paper.tsx';
import { useContrast } from './use-contrast.ts';
import { useDraftActions } from './drafts/use-draft-actions.ts';
import { useFieldEdits } from './use-field-edits.ts';
import { useSaver } from './drafts/use-saver.ts';

const PREVIEW_REST_MS = 350;

/** The document with these fields, for the fair or a sample, and the sentences on fields that it refused. */
function usePreview(
  { id, artwork }: TemplateDetails,
  fields: readonly PlacedField[],
  fairId: string | null,
) {
  const rested = useDebounced(fields, PREVIEW_REST_MS);
  const [shownFields, setShownFields] = useState(rested);
  const { data: bare } = useQuery(artworkFile(artwork.id));
  const preview = useQuery(
    previewFile({ templateId: id, fields: [...shownFields], ...(fairId !== null && { fairId }) }),
  );
  // Runs one preview at a time, so the newest never queues behind outdated ones.
  if (!preview.isFetching && shownFields !== rested) setShownFields(rested);
  return { bare, preview, problems: toProblems(preview.error, shownFields) };
}

/** Errors of the preview, by field ID. */
function toProblems(error: unknown, fields: readonly PlacedField[]): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const entries = Object.entries(error.refusal.errors ?? {}).flatMap(([path, sentence]) => {
    const field = fields[Number(/^fields\.(\d+)/.exec(path)?.[1] ?? -1)];
    return field ? [[field.id, sentence] as const] : [];
  });
  return Object.fromEntries(entries);
}

/**
 * Places fields on the artwork. Saves changes to the draft automatically; fairs get them when it is
 * published.
 */
export function Editor({ template, onUpdated, onReplaced, reload }: EditorProps) {
  const { name, typeName, artwork } = template;
  const edits = useFieldEdits(template.fields);
  const { history, page, selectedId, selected, select, change, remove } = edits;
  const [zoom, setZoom] = useState<Zoom>('fit');
  const [fairId, setFairId] = useState<string | null>(null);
  const { opened: asks, open: setAsks, close } = useOpened<EditorDialog>();
  const saver = useSaver(template, onUpdated);
  const draft = useSyncExternalStore(saver.subscribe, saver.state);
  const actions = useDraftActions({ template, onUpdated, reload }, saver);
  const { fields } = history;
  useEffect(() => saver.want(fields), [saver, fields]);

  const { bare, preview, problems } = usePreview(template, fields, fairId);
  const getContrast = useContrast(bare, page, artwork.pages);
  const shown = { fields, page, selectedId, problems, onSelect: select };

  return (
    <div className={styles.templateEditor} onKeyDown={edits.onKeyDown}>
      <PageHead
        title={name}
        crumbs={[{ label: 'Customize Template', to: pathTo('master-template') }, { label: name }]}
        badge={<StatusPill status={templateStatus(template)} />}
        sub={
          <>
            <span>{typeName}</span>
            <DraftLine draft={draft} retry={() => void saver.flush().catch(() => undefined)} />
          </>
        }
        actions={
          <EditorActions
            history={history}
            onHistory={edits.setHistory}
            isOffered={template.status === 'active'}
            onOffer={(status) => void actions.setStatus(status)}
            onAsk={setAsks}
          />
        }
      />
      <Stale failure={draft.failure} onTheirs={actions.takeTheirs} onMine={actions.keepMine} />
      <div className={styles.grid}>
        <FieldList {...shown} pages={artwork.pages} onAdd={edits.add} />
        <section aria-label="Page">
          <PaperBar
            pages={artwork.pages.length}
            page={page}
            onPage={edits.setPage}
            zoom={zoom}
            onZoom={setZoom}
            onFair={setFairId}
          />
          <Paper
            {...shown}
            name={name}
            file={preview.data ?? bare}
            isBare={!preview.data}
            size={artwork.pages[page - 1] ?? { width: 612, height: 792 }}
            zoom={zoom}
            onChange={change}
            onRemove={remove}
          />
          <WaitingPlace kind="document" isPending={preview.isFetching} />
          {preview.error && Object.keys(problems).length === 0 && (
            <Notice kind="bad">{failureText(preview.error).message}</Notice>
          )}
        </section>
        <FieldProperties
          key={selected?.id ?? ''}
          field={selected}
          pages={artwork.pages}
          problem={selected && problems[selected.id]}
          contrast={
            selected?.kind === 'text' && selected.page === page ? getContrast(selected) : undefined
          }
          onChange={change}
          onRemove={remove}
        />
      </div>
      <EditorDialogs
        asks={asks}
        template={template}
        readVersion={() => saver.flush()}
        withDraft={actions.withDraft}
        onPublished={actions.onPublished}
        onSaved={onUpdated}
        onReplaced={onReplaced}
        onClose={close}
      />
    </div>
  );
}

/** Save state of the draft: "Saved 10:41 AM". */
function DraftLine({
  draft: { at, isWaiting, failure },
  retry,
}: {
  draft: DraftState;
  retry: () => void;
}) {
  const isStale = failure instanceof ApiError && failure.refusal.code === 'STALE_VERSION';
  return (
    <span role="status">
      {failure === undefined
        ? isWaiting
          ? 'Saving…'
          : `Saved ${formatDraftTime(at)}`
        : `Not saved: ${failureText(failure).message}`}{' '}
      {failure !== undefined && !isStale && (
        <button type="button" className="link" onClick={retry}>
          Try again
        </button>
      )}
    </span>
  );
}

type StaleProps = { failure: unknown; onTheirs: () => void; onMine: () => void };

/** Choice between the own draft and a colleague's that was saved in the meantime. */
function Stale({ failure, onTheirs, onMine }: StaleProps) {
  if (!(failure instanceof ApiError) || failure.refusal.code !== 'STALE_VERSION') return null;
  return (
    <Notice
      kind="warn"
      action={
        <span className="row">
          <Button size="sm" onClick={onTheirs}>
            Take theirs
          </Button>
          <Button size="sm" onClick={onMine}>
            Keep mine
          </Button>
        </span>
      }
    >
      {failure.refusal.changedBy ?? 'Someone else'} changed this template in the meantime. Your
      changes are not saved. Choose which draft to keep.
    </Notice>
  );
}
