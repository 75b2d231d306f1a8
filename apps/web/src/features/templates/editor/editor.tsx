import { ApiError } from '@pos/contract/client';
import type { TemplateDetails } from '@pos/contract/templates';
import type { PlacedField } from '@pos/contract/template-fields';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState, useSyncExternalStore, type KeyboardEvent } from 'react';
import { failureText } from '#web/lib/failure.ts';
import { pathTo } from '#web/lib/paths.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { ActionMenu } from '#web/ui/menu.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { useOpened } from '#web/ui/use-opened.ts';
import { WaitingPlace } from '#web/ui/waiting-place.tsx';
import { templateStatus } from '../template-status.ts';
import { artworkFile, previewFile, readTemplate, useUpdateTemplate } from '../templates.data.ts';
import { DraftLine } from './draft-line.tsx';
import { DraftSaver } from './draft-saver.ts';
import { FieldList } from './field-list.tsx';
import { FieldProperties } from './field-properties.tsx';
import { beginHistory, changed, redone, undone } from './history.ts';
import { Paper } from './paper.tsx';
import { PaperBar, type Zoom } from './paper-bar.tsx';
import { useContrast } from './use-contrast.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const PublishDialog = lazyPart(async () => (await import('../publish-dialog.tsx')).PublishDialog);
const VersionsDialog = lazyPart(async () => (await import('./versions-dialog.tsx')).VersionsDialog);
const NameDialog = lazyPart(async () => (await import('./name-dialog.tsx')).NameDialog);
const ArtworkDialog = lazyPart(async () => (await import('../upload-dialog.tsx')).ArtworkDialog);

const PREVIEW_REST_MS = 350;

type EditorProps = {
  template: TemplateDetails;
  /** Called after this editor saved the template. */
  onUpdated: (template: TemplateDetails) => void;
  /** Called with a replaced draft: an earlier version, or a colleague's. */
  onReplaced: (template: TemplateDetails) => void;
  reload: () => Promise<void>;
};

/**
 * Places fields on the artwork. Saves changes to the draft automatically; fairs get them when it is
 * published.
 */
export function Editor({ template, onUpdated, onReplaced, reload }: EditorProps) {
  const { id, name, typeName, artwork } = template;
  const [history, setHistory] = useState(() => beginHistory(template.fields));
  const [selectedId, setSelectedId] = useState<string>();
  const [page, setPage] = useState(1);
  const [zoom, setZoom] = useState<Zoom>('fit');
  const [fairId, setFairId] = useState<string | null>(null);
  const {
    opened: asks,
    open: setAsks,
    close,
  } = useOpened<'publish' | 'versions' | 'name' | 'artwork'>();
  const update = useUpdateTemplate();
  const saver = useSaver(template, onUpdated);
  const draft = useSyncExternalStore(saver.subscribe, saver.state);
  const { fields } = history;
  useEffect(() => saver.want(fields), [saver, fields]);

  const rested = useDebounced(fields, PREVIEW_REST_MS);
  const [shownFields, setShownFields] = useState(rested);
  const { data: bare } = useQuery(artworkFile(artwork.id));
  const preview = useQuery(
    previewFile({ templateId: id, fields: [...shownFields], ...(fairId !== null && { fairId }) }),
  );
  // Runs one preview at a time, so the newest never queues behind outdated ones.
  if (!preview.isFetching && shownFields !== rested) setShownFields(rested);
  const problems = problemsOf(preview.error, shownFields);
  const contrastOf = useContrast(bare, page, artwork.pages);
  const selected = fields.find((field) => field.id === selectedId);

  const put = (next: readonly PlacedField[], step: string): void =>
    setHistory((before) => changed(before, next, step));
  const change = (field: PlacedField, step: string): void =>
    put(
      fields.map((one) => (one.id === field.id ? field : one)),
      step,
    );
  const select = (field: PlacedField | undefined): void => {
    setSelectedId(field?.id);
    if (field) setPage(field.page);
  };
  const add = (field: PlacedField): void => {
    put([...fields, field], '');
    select(field);
  };
  const remove = (field: PlacedField): void => {
    put(
      fields.filter((one) => one.id !== field.id),
      '',
    );
    setSelectedId(undefined);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || isTyping(event.target)) return;
    if (event.key.toLowerCase() === 'z') {
      event.preventDefault();
      setHistory(event.shiftKey ? redone : undone);
    } else if (event.key.toLowerCase() === 'y') {
      event.preventDefault();
      setHistory(redone);
    }
  };
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

  return (
    <div className="template-editor" onKeyDown={onKeyDown}>
      <PageHead
        title={name}
        crumbs={[{ label: 'Customize Template', to: pathTo('master-template') }, { label: name }]}
        badge={<StatusPill status={templateStatus(template)} />}
        sub={
          <>
            {typeName} ·{' '}
            <DraftLine draft={draft} retry={() => void saver.flush().catch(() => undefined)} />
          </>
        }
        actions={
          <>
            <IconButton
              label="Undo"
              aria-disabled={history.past.length === 0}
              onClick={() => setHistory(undone)}
            >
              <IconArrowBackUp size={18} aria-hidden />
            </IconButton>
            <IconButton
              label="Redo"
              aria-disabled={history.future.length === 0}
              onClick={() => setHistory(redone)}
            >
              <IconArrowForwardUp size={18} aria-hidden />
            </IconButton>
            <Button onClick={() => setAsks('versions')}>Versions</Button>
            <ActionMenu
              look="page"
              label="More actions"
              actions={[
                { label: 'Name, type and page color', run: () => setAsks('name') },
                { label: 'Replace artwork', run: () => setAsks('artwork') },
                template.status === 'active'
                  ? { label: 'Stop offering to fairs', run: () => void setStatus('inactive') }
                  : { label: 'Offer to fairs', run: () => void setStatus('active') },
              ]}
            />
            <Button variant="primary" onClick={() => setAsks('publish')}>
              Publish
            </Button>
          </>
        }
      />
      <Stale failure={draft.failure} onTheirs={takeTheirs} onMine={keepMine} />
      <div className="editor-grid">
        <FieldList
          fields={fields}
          page={page}
          pages={artwork.pages}
          selectedId={selectedId}
          problems={problems}
          onSelect={select}
          onAdd={add}
        />
        <section className="editor-paper" aria-label="Page">
          <PaperBar
            pages={artwork.pages.length}
            page={page}
            onPage={setPage}
            zoom={zoom}
            onZoom={setZoom}
            onFair={setFairId}
          />
          <Paper
            name={name}
            file={preview.data ?? bare}
            isBare={!preview.data}
            fields={fields}
            page={page}
            size={artwork.pages[page - 1] ?? { width: 612, height: 792 }}
            zoom={zoom}
            selectedId={selectedId}
            problems={problems}
            onSelect={select}
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
            selected?.kind === 'text' && selected.page === page ? contrastOf(selected) : undefined
          }
          onChange={change}
          onRemove={remove}
        />
      </div>
      <Suspense>
        {asks === 'publish' && (
          <PublishDialog
            templates={[template]}
            versionOf={() => saver.flush()}
            onClose={close}
            onPublished={(next) => {
              saver.advance(next.version);
              onUpdated(next);
            }}
          />
        )}
        {asks === 'versions' && (
          <VersionsDialog
            template={template}
            versionOf={() => saver.flush()}
            onReplaced={onReplaced}
            onClose={close}
          />
        )}
        {asks === 'name' && (
          <NameDialog
            template={template}
            save={(changes) =>
              withDraft((version) => update.mutateAsync({ id, version, ...changes }))
            }
            onSaved={onUpdated}
            onClose={close}
          />
        )}
        {asks === 'artwork' && (
          <ArtworkDialog template={template} onReplaced={onReplaced} onClose={close} />
        )}
      </Suspense>
    </div>
  );
}

/** Saves the draft of this editor; sends unsaved changes when the editor is left. */
function useSaver(
  { id, fields, version, updatedAt }: TemplateDetails,
  onUpdated: (template: TemplateDetails) => void,
): DraftSaver {
  const update = useUpdateTemplate();
  const queryClient = useQueryClient();
  const [saver] = useState(
    () =>
      new DraftSaver({ fields, version, updatedAt }, async (next, from) => {
        const saved = await update.mutateAsync({ id, version: from, fields: [...next] });
        onUpdated(saved);
        return saved;
      }),
  );
  useEffect(() => {
    const hold = (event: BeforeUnloadEvent): void => {
      if (saver.state().isWaiting) event.preventDefault();
    };
    window.addEventListener('beforeunload', hold);
    return () => {
      window.removeEventListener('beforeunload', hold);
      void saver
        .flush()
        .catch((error: unknown) =>
          toast.bad({
            title: 'The last changes of the template were not saved',
            detail: failureText(error).message,
          }),
        )
        .then(() => queryClient.invalidateQueries({ queryKey: ['templates'] }));
    };
  }, [saver, queryClient]);
  return saver;
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

/** Errors of the preview, by field ID. */
function problemsOf(error: unknown, fields: readonly PlacedField[]): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const entries = Object.entries(error.refusal.errors ?? {}).flatMap(([path, sentence]) => {
    const field = fields[Number(/^fields\.(\d+)/.exec(path)?.[1] ?? -1)];
    return field ? [[field.id, sentence] as const] : [];
  });
  return Object.fromEntries(entries);
}

function isTyping(target: EventTarget): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && target.type !== 'radio')
  );
}
