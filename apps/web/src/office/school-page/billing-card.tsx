import { certificatesApi } from '@pos/contract/fairs/certificates';
import { EXEMPTIONS } from '@pos/contract/fairs/schools';
import type { School } from '@pos/contract/fairs/schools';
import { formatDay } from '@pos/contract/values/days';
import { useState, type ReactNode } from 'react';
import { openFile } from '#web/lib/api/api.ts';
import { failureText } from '#web/lib/api/failure.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card, Facts } from '#web/ui/layout/card.tsx';
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { bandTexts } from './band-texts.ts';
import { useRemoveCertificate } from './school-page.data.ts';
import * as styles from './school-page.module.css';

const CertificateDialog = asidePart(() => import('./certificate-dialog.tsx'), 'CertificateDialog');

/** Tax exemption with its certificate, FACTS, payment terms, agreement and notes of a school. */
export function BillingCard({ school }: { school: School }) {
  const { taxExempt, exemption, exemptCertificateNo, exemptValidTo } = school;
  const { factsEnabled, paymentTerms, profitBands, notes } = school;
  const facts: (readonly [string, ReactNode])[] = [
    ['Sales tax', <StatusPill key="exemption" status={EXEMPTIONS[exemption]} quiet />],
    ...(taxExempt
      ? ([
          ['Certificate number', exemptCertificateNo || '–'],
          ['Valid through', exemptValidTo ? formatDay(exemptValidTo) : 'No end'],
        ] as const)
      : []),
    ['FACTS', factsEnabled ? 'Yes' : 'No'],
    ['Payment terms', paymentTerms || 'As in Settings'],
    ['Profit agreement', profitBands.length === 0 ? 'As in Settings' : 'By sales of a fair'],
  ];
  return (
    <Card title="Tax and billing">
      <Facts facts={facts} />
      {profitBands.length > 0 && (
        <ul className={`${styles.bands} grid gap-4`} aria-label="Profit agreement">
          {bandTexts(profitBands).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {(taxExempt || school.certificate) && <Certificate school={school} />}
      {notes && <p className={styles.notes}>{notes}</p>}
    </Card>
  );
}

/** The scanned certificate: opens it, and for editors replaces and removes it. */
function Certificate({ school: { id, certificate, name } }: { school: School }) {
  const { opened: asked, open, close } = useOpened<'upload' | 'remove'>();
  const [isOpening, setIsOpening] = useState(false);
  const show = async (): Promise<void> => {
    setIsOpening(true);
    try {
      await openFile(certificatesApi.download, { params: { id } });
    } catch (error) {
      toast.bad({
        title: 'The certificate could not be opened',
        detail: failureText(error).message,
      });
    }
    setIsOpening(false);
  };
  return (
    <div className={`${styles.certificate} row wrapping`}>
      {certificate && (
        <Button size="sm" busy={isOpening && 'Opening…'} onClick={() => void show()}>
          Open certificate
        </Button>
      )}
      <Allowed to={certificatesApi.upload}>
        <Button size="sm" onClick={() => open('upload')}>
          {certificate ? 'Replace certificate' : 'Upload certificate'}
        </Button>
      </Allowed>
      {certificate && (
        <Allowed to={certificatesApi.remove}>
          <Button size="sm" variant="tertiary" onClick={() => open('remove')}>
            Remove certificate
          </Button>
        </Allowed>
      )}
      {asked === 'upload' && <CertificateDialog schoolId={id} schoolName={name} onClose={close} />}
      {asked === 'remove' && <RemoveCertificate schoolId={id} schoolName={name} onClose={close} />}
    </div>
  );
}

type RemoveProps = { schoolId: string; schoolName: string; onClose: () => void };

function RemoveCertificate({ schoolId, schoolName, onClose }: RemoveProps) {
  const remove = useRemoveCertificate(schoolId);
  const confirm = async (): Promise<void> => {
    await remove.mutateAsync();
    toast.ok({ title: 'Certificate removed', detail: schoolName });
  };
  return (
    <ConfirmDialog
      title={`Remove the certificate of ${schoolName}?`}
      confirmLabel="Remove certificate"
      busyLabel="Removing…"
      isDanger
      confirm={confirm}
      onClose={onClose}
    >
      The file is deleted and cannot be brought back. Certificate number and last day stay, and
      sales follow them as before.
    </ConfirmDialog>
  );
}
