import type { TemplateDetails } from '@pos/contract/templates';
import type { PlacedField } from '@pos/contract/template-fields';
import { useEffect, useState, useSyncExternalStore, type KeyboardEvent } from 'react';
import { failureText } from '#web/lib/failure.ts';
import { pathTo } from '#web/lib/paths.ts';
import { Notice } from '#web/ui/notice.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useOpened } from '#web/ui/use-opened.ts';
import { WaitingPlace } from '#web/ui/waiting-place.tsx';
import { templateStatus } from '../template-status.ts';
import { readTemplate, useUpdateTemplate } from '../templates.data.ts';
import { EditorActions } from './editor-actions.tsx';
import { type EditorDialog, EditorDialogs } from './editor-dialogs.tsx';
import { usePreview } from './use-preview.ts';
import { DraftLine } from './draft-line.tsx';
import { FieldList } from './field-list.tsx';
import { FieldProperties } from './field-properties.tsx';
import { beginHistory, changed, redone, undone } from './history.ts';
import { Paper } from './paper.tsx';
import { PaperBar, type Zoom } from './paper-bar.tsx';
import { Stale } from './stale.tsx';
import { useContrast } from './use-contrast.ts';
import { useSaver } from './use-saver.ts';

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
  const { opened: asks, open: setAsks, close } = useOpened<EditorDialog>();
  const update = useUpdateTemplate();
  const saver = useSaver(template, onUpdated);
  const draft = useSyncExternalStore(saver.subscribe, saver.state);
  const { fields } = history;
  useEffect(() => saver.want(fields), [saver, fields]);

  const { bare, preview, problems } = usePreview(template, fields, fairId);
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
          <EditorActions
            history={history}
            onHistory={setHistory}
            isOffered={template.status === 'active'}
            onOffer={(status) => void setStatus(status)}
            onAsk={setAsks}
          />
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
      <EditorDialogs
        asks={asks}
        template={template}
        versionOf={() => saver.flush()}
        withDraft={withDraft}
        onPublished={(next) => {
          saver.advance(next.version);
          onUpdated(next);
        }}
        onSaved={onUpdated}
        onReplaced={onReplaced}
        onClose={close}
      />
    </div>
  );
}

function isTyping(target: EventTarget): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && target.type !== 'radio')
  );
}
