import { instantAt, today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import { HUNGER, startSelling } from '#testing/selling/sales-floor.ts';

const ZONE = 'America/Detroit';
const LAST_MINUTE = 24 * 60 - 1;
const CERTIFICATE = { taxExempt: true, exemptCertificateNo: 'MI-9', exemptValidTo: null };

describe("a school's own purchase without a certificate number", async () => {
  const lastDay = addDays(today(ZONE), -2);
  const { test, floor, register } = await startSelling({ startDate: addDays(today(ZONE), -3) });
  const setSchool = (school: { [Key in keyof typeof CERTIFICATE]?: string | boolean | null }) =>
    test.db
      .updateTable('schools')
      .set({ ...CERTIFICATE, ...school } as typeof CERTIFICATE)
      .where('id', '=', floor.fair.schoolId)
      .execute();
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
    await setSchool({ exemptValidTo: lastDay });
    // 11:59 PM in Michigan is the next day in UTC.
    expect(await flags(lastDay, LAST_MINUTE)).toEqual([]);
    expect(await flags(addDays(lastDay, 1), 0)).toEqual(['exemption_incomplete']);
  });

  it('counts a certificate without an end, and none that the school does not have', async () => {
    await setSchool({});
    expect(await flags(lastDay)).toEqual([]);
    for (const lacking of [{ exemptCertificateNo: null }, { taxExempt: false }]) {
      await setSchool(lacking);
      expect(await flags(lastDay)).toEqual(['exemption_incomplete']);
    }
  });

  it('is offered by registers until the certificate has ended', async () => {
    for (const [exemptValidTo, schoolTaxExempt] of [
      [today(ZONE), true],
      [addDays(today(ZONE), -1), false],
      [null, true],
    ] as const) {
      await setSchool({ exemptValidTo });
      const { data } = await register.pos.catalog({ query: {} });
      expect(data.fair).toMatchObject({ schoolTaxExempt });
    }
  });
});
