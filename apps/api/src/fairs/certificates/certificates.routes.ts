import { certificatesApi } from '@pos/contract/fairs/certificates';
import type { Db } from '#api/db/db.ts';
import { missing } from '#api/http/failure.ts';
import { feature, FileAnswer, type Feature } from '#api/http/feature.ts';
import { findCertificate } from './certificates.queries.ts';
import { removeCertificate, uploadCertificate } from './certificates.service.ts';

/** Tax exemption certificates of schools. */
export function certificates(db: Db): Feature {
  return feature(certificatesApi, {
    download: async ({ params }) => {
      const certificate = await findCertificate(db, params.id);
      if (!certificate) throw missing('certificate');
      return new FileAnswer(
        `${certificate.fileName.replace(/\.[^.]*$/, '')}.pdf`,
        'application/pdf',
        certificate.pdf,
      );
    },
    upload: async ({ admin, actor, params, file }) => ({
      message: 'Certificate uploaded.',
      data: await uploadCertificate(db, { ...actor, id: admin.id }, params.id, file),
    }),
    remove: async ({ actor, params }) => ({
      message: 'Certificate removed.',
      data: await removeCertificate(db, actor, params.id),
    }),
  });
}
