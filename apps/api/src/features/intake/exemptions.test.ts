import { instantAt, today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import { HUNGER, startSelling } from '#testing/sales-floor.ts';

const ZONE = 'America/Detroit';
const LAST_MINUTE = 24 * 60 - 1;

describe("a school's own purchase without a certificate number", async () => {
  const lastDay = addDays(today(ZONE), -2);
  const { test, floor, register } = await startSelling({ startDate: addDays(today(ZONE), -3) });
  const setSchool = (school: {
    taxExempt: boolean;
    exemptCertificateNo: string | null;
    exemptValidTo: string | null;
  }) => test.db.updateTable('schools').set(school).where('id', '=', floor.fair.schoolId).execute();
  /** Sells to the school at a minute of a day at the fair, and returns the flags. */
  const flags = async (day: string, minute = 12 * 60) =>
    (
      await register.book({
        soldAt: instantAt(ZONE, day, minute),
        lines: [{ sku: HUNGER, quantity: 1 }],
        customerType: 'school',
        taxExempt: true,
        exemptReason: 'school_purchase',
      })
    ).flags;

  it("counts the school's certificate through its last day at the fair, to the last minute", async () => {
    await setSchool({ taxExempt: true, exemptCertificateNo: 'MI-9', exemptValidTo: lastDay });
    // 11:59 PM in Michigan is the next day in UTC.
    expect(await flags(lastDay, LAST_MINUTE)).toEqual([]);
    expect(await flags(addDays(lastDay, 1), 0)).toEqual(['exemption_incomplete']);
  });

  it('counts a certificate without an end, and none that the school does not have', async () => {
    const certificate = { taxExempt: true, exemptCertificateNo: 'MI-9', exemptValidTo: null };
    await setSchool(certificate);
    expect(await flags(lastDay)).toEqual([]);
    await setSchool({ ...certificate, exemptCertificateNo: null });
    expect(await flags(lastDay)).toEqual(['exemption_incomplete']);
    await setSchool({ ...certificate, taxExempt: false });
    expect(await flags(lastDay)).toEqual(['exemption_incomplete']);
  });

  it('is offered by registers until the certificate has ended', async () => {
    const isOffered = async () => (await register.pos.catalog({ query: {} })).data.fair;
    const certificate = { taxExempt: true, exemptCertificateNo: 'MI-9' };
    await setSchool({ ...certificate, exemptValidTo: today(ZONE) });
    expect(await isOffered()).toMatchObject({ schoolTaxExempt: true });
    await setSchool({ ...certificate, exemptValidTo: addDays(today(ZONE), -1) });
    expect(await isOffered()).toMatchObject({ schoolTaxExempt: false });
    await setSchool({ ...certificate, exemptValidTo: null });
    expect(await isOffered()).toMatchObject({ schoolTaxExempt: true });
  });
});
