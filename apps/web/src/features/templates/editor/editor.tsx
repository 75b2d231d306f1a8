import type { EditorProps } from './editor-props.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { failureText } from '#web/lib/failure.ts';
import { pathTo } from '#web/lib/paths.ts';
import { Notice } from '#web/ui/notice.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { useOpened } from '#web/ui/use-opened.ts';
import { WaitingPlace } from '#web/ui/waiting-place.tsx';
import { templateStatus } from '../template-status.ts';
import { EditorActions } from './editor-actions.tsx';
import { type EditorDialog, EditorDialogs } from './editor-dialogs.tsx';
import { usePreview } from './use-preview.ts';
import { DraftLine } from './draft-line.tsx';
import { FieldList } from './field-list.tsx';
import { FieldProperties } from './field-properties.tsx';
import { Paper } from './paper.tsx';
import { PaperBar, type Zoom } from './paper-bar.tsx';
import { Stale } from './stale.tsx';
import { useContrast } from './use-contrast.ts';
import { useDraftActions } from './use-draft-actions.ts';
import { useFieldEdits } from './use-field-edits.ts';
import { useSaver } from './use-saver.ts';
import * as styles from './editor.module.css';

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
  const contrastOf = useContrast(bare, page, artwork.pages);
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
        withDraft={actions.withDraft}
        onPublished={actions.onPublished}
        onSaved={onUpdated}
        onReplaced={onReplaced}
        onClose={close}
      />
    </div>
  );
}
