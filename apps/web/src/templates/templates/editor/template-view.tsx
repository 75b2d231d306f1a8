import type { TemplateDetails } from '@pos/contract/templates/templates';
import { pluralize } from '@pos/contract/values/counts';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '#web/lib/api/failure.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { WaitingPlace } from '#web/ui/layout/waiting-place.tsx';
import { PdfPage } from '../pdf-page.tsx';
import { templateStatus } from '../template-status.ts';
import { artworkFile, previewFile } from '../templates.data.ts';
import { useWidth } from './use-width.ts';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import * as styles from '../templates.module.css';

const PublishDialog = asidePart(() => import('../publish-dialog.tsx'), 'PublishDialog');
const WIDEST = 640;

type TemplateViewProps = {
  template: TemplateDetails;
  mayPublish: boolean;
  onUpdated: (template: TemplateDetails) => void;
};

/** Read-only preview of a template with a sample fair. */
export function TemplateView({ template, mayPublish, onUpdated }: TemplateViewProps) {
  const { id, name, typeName, artwork, fairs, changed, pageColour } = template;
  const { opened: isAsking, open: setIsAsking, close } = useOpened<true>();
  const { data: preview, error, isFetching } = useQuery(previewFile({ templateId: id }));
  const { data: bare } = useQuery({ ...artworkFile(artwork.id), enabled: error !== null });
  const [box, room] = useWidth();
  const width = Math.min(room, WIDEST);
  return (
    <>
      <PageHead
        title={name}
        crumbs={[{ label: 'Customize Template', to: pathTo('master-template') }, { label: name }]}
        badge={<StatusPill status={templateStatus(template)} />}
        sub={`${typeName} · ${fairs === 0 ? 'not used by any fair' : `used by ${pluralize(fairs, 'fair', 'fairs')}`}`}
        actions={
          mayPublish &&
          changed && (
            <Button variant="primary" onClick={() => setIsAsking(true)}>
              Publish
            </Button>
          )
        }
      />
      <div className="stack">
        {mayPublish && (
          <p className="caption">
            Use a larger screen to place fields. This is the draft with a sample fair.
          </p>
        )}
        {pageColour && (
          <p className="row subdued">
            <span className={styles.pageColorSwatch} style={{ backgroundColor: pageColour }} /> Page
            color <span className="monospace">{pageColour}</span>
          </p>
        )}
        <WaitingPlace kind="document" isPending={isFetching} />
        {error && <Notice kind="bad">{failureText(error).message}</Notice>}
        <div ref={box} className={`${styles.pages} grid gap-16`}>
          {artwork.pages.map((page, index) => (
            <PdfPage
              key={index}
              file={preview ?? bare}
              page={index + 1}
              width={width}
              ratio={page.height / page.width}
              label={
                artwork.pages.length === 1
                  ? `${name} with a sample fair`
                  : `${name} with a sample fair, page ${index + 1}`
              }
            />
          ))}
        </div>
      </div>
      {isAsking && <PublishDialog templates={[template]} onClose={close} onPublished={onUpdated} />}
    </>
  );
}
