import { IconExternalLink } from '@tabler/icons-react';
import { Card } from '#web/ui/card.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { StatusPill, type StatusText } from '#web/ui/status-pill.tsx';
import { QrCode } from './qr-code.tsx';

const ON: StatusText = { label: 'Published', meaning: 'ok' };
const OFF: StatusText = { label: 'Not published', meaning: 'off' };

/** The address of a fair's public page, to copy, to scan and to open. */
export function PublicPageCard({ url, isPublished, fairName }: { url: string; isPublished: boolean; fairName: string }) {
  return (
    <Card title="Public page" aside={<StatusPill status={isPublished ? ON : OFF} />}>
      {isPublished ? (
        <div className="page-address">
          <QrCode address={url} label={`QR code of the public page of ${fairName}`} />
          <div className="stack">
            <p className="page-address-line">
              <span className="mono">{url}</span> <CopyButton text={url} label="Copy address" />
            </p>
            <a className="btn secondary sm" href={url} target="_blank" rel="noreferrer">
              <IconExternalLink size={16} aria-hidden /> Open page
            </a>
          </div>
        </div>
      ) : (
        <p className="t2">Families see the fair’s page once its address is generated: select the templates that they may download, then press Generate URL.</p>
      )}
    </Card>
  );
}
