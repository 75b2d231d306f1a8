import type { NewSchool } from '@pos/contract/schools';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import { pdfArtwork } from '#testing/artwork.ts';
import { getRefusal } from '#testing/refusals.ts';
import { startTestApp } from '#testing/test-app.ts';

const ZONE = 'Pacific/Honolulu';

describe('the exemption certificate of a school', async () => {
  const test = await startTestApp();
  const add = (identifier: string, changes: Partial<NewSchool> = {}) =>
    test.ask.schools.add({
      body: {
        identifier,
        name: `School ${identifier}`,
        address: '1 Lake Rd',
        city: 'Ada',
        state: 'HI',
        zip: '96701',
        timeZone: ZONE,
        ...changes,
      },
    });
  const upload = (id: string, bytes: Uint8Array, fileName: string) =>
    test.owner.certificates.upload({
      params: { id },
      body: {},
      file: new Blob([new Uint8Array(bytes)]),
      fileName,
    });
  const download = async (id: string) => {
    const answer = await test.send(test.ownerToken)(`/v1/schools/certificate/${id}`, {
      method: 'GET',
    });
    return { status: answer.status, type: answer.headers.get('content-type'), answer };
  };

  it('counts through its last day, by the calendar of the school', async () => {
    const day = today(ZONE);
    const exempt = { taxExempt: true, exemptCertificateNo: 'HI-1' };
    await add('CERT-NONE', { exemptCertificateNo: 'HI-1' });
    await add('CERT-OPEN', exempt);
    await add('CERT-LAST', { ...exempt, exemptValidTo: day });
    await add('CERT-OVER', { ...exempt, exemptValidTo: addDays(day, -1) });
    await add('CERT-BLANK', { taxExempt: true });
    const { data } = await test.owner.schools.list({ query: { search: 'CERT-' } });
    expect(
      Object.fromEntries(data.results.map(({ identifier, exemption }) => [identifier, exemption])),
    ).toEqual({
      'CERT-NONE': 'none',
      'CERT-OPEN': 'current',
      'CERT-LAST': 'current',
      'CERT-OVER': 'expired',
      'CERT-BLANK': 'incomplete',
    });
    const { data: wrong } = await test.owner.schools.list({
      query: { search: 'CERT-', exemption: ['expired', 'incomplete'] },
    });
    expect(wrong.results.map(({ identifier }) => identifier)).toEqual(['CERT-BLANK', 'CERT-OVER']);
  });

  it('is changed and cleared with the school', async () => {
    const { id } = await add('CHANGED', { taxExempt: true, exemptCertificateNo: 'HI-1' });
    const update = (body: object, version: number) =>
      test.owner.schools.update({ params: { id }, body: { ...body, version } });
    const { data } = await update({ exemptValidTo: '2031-06-30' }, 1);
    expect(data).toMatchObject({ exemptCertificateNo: 'HI-1', exemptValidTo: '2031-06-30' });
    const { data: cleared } = await update({ exemptCertificateNo: null, exemptValidTo: null }, 2);
    expect(cleared).toMatchObject({ exemptCertificateNo: '', exemptValidTo: null });
    expect((await getRefusal(update({ exemptValidTo: '6/30/31' }, 3))).errors).toEqual({
      exemptValidTo: 'Enter a date as MM/DD/YYYY.',
    });
  });

  it('is kept as a rewritten PDF, replaced and removed', async () => {
    const { id } = await add('FILED', { taxExempt: true });
    expect((await download(id)).status).toBe(404);
    const { data } = await upload(id, await pdfArtwork(2), 'exempt 2031.pdf');
    expect(data).toMatchObject({
      certificate: { fileName: 'exempt 2031.pdf', uploadedAt: expect.any(String) },
      version: 2,
    });
    await upload(id, await pdfArtwork(), 'renewed.PDF');
    const { type, answer } = await download(id);
    expect(type).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toContain('renewed.pdf');
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-');
    const removed = await test.owner.certificates.remove({ params: { id } });
    expect(removed.data).toMatchObject({ certificate: null, version: 4 });
    const gone = await getRefusal(test.owner.certificates.remove({ params: { id } }));
    expect(gone.code).toBe('NOT_FOUND');
    const { data: activity } = await test.owner.activity.list({
      query: { entity: 'school', entityId: id },
    });
    expect(activity.results.map(({ action }) => action)).toEqual([
      'school.certificate_removed',
      'school.certificate_uploaded',
      'school.certificate_uploaded',
      'school.added',
    ]);
  });

  it('refuses other files and unknown schools, and stores nothing', async () => {
    const { id } = await add('REFUSED', { taxExempt: true });
    const svg = await getRefusal(upload(id, Buffer.from('<svg/>'), 'scan.svg'));
    expect(svg.code).toBe('UNSUPPORTED_FILE');
    const empty = await getRefusal(upload(id, Buffer.from(''), 'scan.pdf'));
    expect(empty.errors).toEqual({ file: 'The file is empty.' });
    const nobody = await getRefusal(upload(test.ownerId, await pdfArtwork(), 'scan.pdf'));
    expect(nobody.code).toBe('NOT_FOUND');
    const { data } = await test.owner.schools.getById({ params: { id } });
    expect(data).toMatchObject({ certificate: null, version: 1 });
  });
});
