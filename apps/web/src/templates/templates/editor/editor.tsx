import { ApiError } from '@pos/contract/client';
import type { PlacedField } from '@pos/contract/templates/template-fields';
import type { TemplateDetails } from '@pos/contract/templates/templates';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { formatDraftTime } from '#web/lib/input/time.ts';
import { Button, IconButton } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { useDebounced } from '#web/ui/hooks/use-debounced.ts';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { WaitingPlace } from '#web/ui/layout/waiting-place.tsx';
import { templateStatus } from '../template-status.ts';
import { artworkFile, previewFile, readTemplate, useUpdateTemplate } from '../templates.data.ts';
import type { DraftState } from './drafts/draft-saver.ts';
import { type EditorDialog, EditorDialogs } from './editor-dialogs.tsx';
import * as styles from './editor.module.css';
import { FieldList } from './field-list.tsx';
import { FieldProperties } from './field-properties.tsx';
import { PaperBar, type Zoom } from './paper-bar.tsx';
import { Paper } from './paper.tsx';
import { useFieldEdits } from './use-field-edits.ts';
import { useSaver } from './drafts/use-saver.ts';
import { toast } from '#web/ui/messages/toast.tsx';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { ActionMenu } from '#web/ui/overlays/menu.tsx';
import { type History, redone, undone } from './drafts/history.ts';
import { toColorChannels, contrast, luminance } from '@pos/contract/templates/placed-fields';
import { useOpenPdf } from '../pdf-page.tsx';
import type { Page } from './placing.ts';

type Text = Extract<PlacedField, { kind: 'text' }>;
const SAMPLE_WIDTH = 320;

/** Contrast of a text with the artwork below it, 1 to 21; undefined until the artwork is drawn. */
function useContrast(
  file: Blob | undefined,
  page: number,
  pages: readonly Page[],
): (field: Text) => number | undefined {
  const pdf = useOpenPdf(file);
  const [sample, setSample] = useState<{ page: number; image: ImageData }>();
  useEffect(() => {
    if (!pdf) return undefined;
    let isGone = false;
    void pdf.draw(page, SAMPLE_WIDTH).then(
      (canvas) => {
        const image = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
        if (!isGone && image) setSample({ page, image });
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [pdf, page]);
  return (field) => {
    const size = pages[field.page - 1];
    if (!sample || !size || sample.page !== field.page) return undefined;
    return contrast(
      luminance(toColorChannels(field.colour)),
      below(field, sample.image, sample.image.width / size.width),
    );
  };
}

/** Mean luminance of the artwork inside a field's box. */
function below({ x, y, width, height }: Text, image: ImageData, scale: number): number {
  let sum = 0;
  let count = 0;
  for (let row = Math.floor(y * scale); row < Math.min((y + height) * scale, image.height); row++) {
    for (
      let column = Math.floor(x * scale);
      column < Math.min((x + width) * scale, image.width);
      column++
    ) {
      const at = 4 * (row * image.width + column);
      sum += luminance([
        image.data[at] ?? 255,
        image.data[at + 1] ?? 255,
        image.data[at + 2] ?? 255,
      ]);
      count += 1;
    }
  }
  return count === 0 ? 1 : sum / count;
}

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

type DraftLineProps = { draft: DraftState; retry: () => void };

/** Save state of the draft: "Saved 10:41 AM". */
function DraftLine({ draft: { at, isWaiting, failure }, retry }: DraftLineProps) {
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

/** Actions on the whole template, which save its draft first, and on a draft that is stale. */
function useDraftActions(
  { template, onUpdated, reload }: Pick<EditorProps, 'template' | 'onUpdated' | 'reload'>,
  saver: ReturnType<typeof useSaver>,
) {
  const { id, name } = template;
  const update = useUpdateTemplate();

  /** Saves the draft before an action on the whole template. */
  const withDraft = async (
    work: (version: number) => Promise<TemplateDetails>,
  ): Promise<TemplateDetails> => {
    const next = await work(await saver.flush());
    saver.advance(next.version);
    return next;
  };
  const setStatus = async (status: TemplateDetails['status']): Promise<void> => {
    try {
      onUpdated(await withDraft((version) => update.mutateAsync({ id, version, status })));
      toast.ok(
        status === 'active'
          ? `${name} is offered to fairs`
          : `${name} is no longer offered to fairs`,
      );
    } catch (error) {
      toast.bad({ title: 'The change could not be saved', detail: failureText(error).message });
    }
  };
  const takeTheirs = (): void =>
    void reload().catch((error: unknown) =>
      toast.bad({ title: 'Their draft could not be read', detail: failureText(error).message }),
    );
  const keepMine = (): void =>
    void readTemplate(id)
      .then(({ version }) => saver.overwrite(version))
      .catch(() => undefined);
  const onPublished = (next: TemplateDetails): void => {
    saver.advance(next.version);
    onUpdated(next);
  };
  return { withDraft, setStatus, takeTheirs, keepMine, onPublished };
}

type EditorActionsProps = {
  history: History;
  onHistory: (step: (history: History) => History) => void;
  isOffered: boolean;
  onOffer: (status: 'active' | 'inactive') => void;
  onAsk: (dialog: EditorDialog) => void;
};

/** The buttons at the head of the editor. */
function EditorActions({ history, onHistory, isOffered, onOffer, onAsk }: EditorActionsProps) {
  return (
    <>
      <IconButton
        label="Undo"
        aria-disabled={history.past.length === 0}
        onClick={() => onHistory(undone)}
      >
        <IconArrowBackUp size={18} aria-hidden />
      </IconButton>
      <IconButton
        label="Redo"
        aria-disabled={history.future.length === 0}
        onClick={() => onHistory(redone)}
      >
        <IconArrowForwardUp size={18} aria-hidden />
      </IconButton>
      <Button onClick={() => onAsk('versions')}>Versions</Button>
      <ActionMenu
        look="page"
        label="More actions"
        actions={[
          { label: 'Name, type and page color', run: () => onAsk('name') },
          { label: 'Replace artwork', run: () => onAsk('artwork') },
          isOffered
            ? { label: 'Hide from fairs', run: () => onOffer('inactive') }
            : { label: 'Offer to fairs', run: () => onOffer('active') },
        ]}
      />
      <Button variant="primary" onClick={() => onAsk('publish')}>
        Publish
      </Button>
    </>
  );
}

type EditorProps = {
  template: TemplateDetails;
  /** Called after this editor saved the template. */
  onUpdated: (template: TemplateDetails) => void;
  /** Called with a replaced draft: an earlier version, or a colleague's. */
  onReplaced: (template: TemplateDetails) => void;
  reload: () => Promise<void>;
};
