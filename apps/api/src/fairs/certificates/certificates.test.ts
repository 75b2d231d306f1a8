import type { NewSchool } from '@pos/contract/fairs/schools';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import { pdfArtwork } from '#testing/files/artwork.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { newSchool } from '#testing/selling/new-records.ts';
import { getActions } from '#testing/calls/reading.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const ZONE = 'Pacific/Honolulu';

describe('the exemption certificate of a school', async () => {
  const test = await startTestApp();
  const { certificates, schools } = test.owner;
  const add = (identifier: string, changes: Partial<NewSchool> = {}) => {
    const body = newSchool(identifier, { state: 'HI', timeZone: ZONE, ...changes });
    return test.ask.schools.add({ body });
  };
  const upload = (id: string, bytes: Uint8Array, fileName: string) => {
    const file = new Blob([new Uint8Array(bytes)]);
    return certificates.upload({ params: { id }, body: {}, file, fileName });
  };
  const download = (id: string) =>
    test.send(test.ownerToken)(`/v1/schools/certificate/${id}`, { method: 'GET' });

  it('counts through its last day, by the calendar of the school', async () => {
    const day = today(ZONE);
    const exempt = { taxExempt: true, exemptCertificateNo: 'HI-1' };
    const states = {
      'CERT-BLANK': [{ taxExempt: true }, 'incomplete'],
      'CERT-LAST': [{ ...exempt, exemptValidTo: day }, 'current'],
      'CERT-NONE': [{ exemptCertificateNo: 'HI-1' }, 'none'],
      'CERT-OPEN': [exempt, 'current'],
      'CERT-OVER': [{ ...exempt, exemptValidTo: addDays(day, -1) }, 'expired'],
    } as const;
    for (const [identifier, [school]] of Object.entries(states)) await add(identifier, school);
    const list = async (query = {}) =>
      (await test.ask.schools.list({ query: { search: 'CERT-', ...query } })).results;
    expect(await list()).toMatchObject(
      Object.entries(states).map(([identifier, [, exemption]]) => ({ identifier, exemption })),
    );
    expect(await list({ exemption: ['expired', 'incomplete'] })).toMatchObject([
      { identifier: 'CERT-BLANK' },
      { identifier: 'CERT-OVER' },
    ]);
  });

  it('is changed and cleared with the school', async () => {
    const { id } = await add('CHANGED', { taxExempt: true, exemptCertificateNo: 'HI-1' });
    const update = (body: object, version: number) =>
      test.ask.schools.update({ params: { id }, body: { ...body, version } });
    const until = { exemptValidTo: '2031-06-30' };
    expect(await update(until, 1)).toMatchObject({ exemptCertificateNo: 'HI-1', ...until });
    const cleared = await update({ exemptCertificateNo: null, exemptValidTo: null }, 2);
    expect(cleared).toMatchObject({ exemptCertificateNo: '', exemptValidTo: null });
    await expectErrors(update({ exemptValidTo: '6/30/31' }, 3), {
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
    const answer = await download(id);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toContain('renewed.pdf');
    expect(await answer.text()).toMatch(/^%PDF-/);
    const remove = () => certificates.remove({ params: { id } });
    expect((await remove()).data).toMatchObject({ certificate: null, version: 4 });
    await expectRefusal(remove(), 'NOT_FOUND');
    expect(await getActions(test, 'school', id)).toEqual([
      'school.certificate_removed',
      'school.certificate_uploaded',
      'school.certificate_uploaded',
      'school.added',
    ]);
  });

  it('refuses other files and unknown schools, and stores nothing', async () => {
    const { id } = await add('REFUSED', { taxExempt: true });
    await expectRefusal(upload(id, Buffer.from('<svg/>'), 'scan.svg'), 'UNSUPPORTED_FILE');
    await expectErrors(upload(id, Buffer.from(''), 'scan.pdf'), { file: 'The file is empty.' });
    await expectRefusal(upload(test.ownerId, await pdfArtwork(), 'scan.pdf'), 'NOT_FOUND');
    const { data } = await schools.getById({ params: { id } });
    expect(data).toMatchObject({ certificate: null, version: 1 });
  });
});
