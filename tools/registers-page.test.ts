import { readFile } from 'node:fs/promises';
import { findCashier } from '@pos/api/testing/selling/open-register.ts';
import { packingList, uploadInventory } from '@pos/api/testing/selling/inventory-file.ts';
import { TABLET } from '@pos/api/testing/selling/new-records.ts';
import { SCHOOLS, STUDENTS, TITLES, TOP_UPS } from '@pos/api/testing/selling/source-folder.ts';
import { openSyncDesk } from '@pos/api/testing/selling/sync-desk.ts';
import { UnexpectedCode } from '@pos/contract/stock/cartons';
import { OrderFlag } from '@pos/contract/sales/order-states';
import { HeldReason } from '@pos/contract/sales/held-orders';
import { ApprovalKind } from '@pos/contract/sales/approvals/register-approvals';
import { registerApi } from '@pos/contract/sales/register';
import { APPROVAL_NEEDED, RefundHold, RefundRejection } from '@pos/contract/sales/register-refunds';
import { OrderResult } from '@pos/contract/sales/register-orders';
import { PaymentRefusal } from '@pos/contract/sales/register-payments';
import { describe, expect, it } from 'vitest';
import { type Example, readExamples, matches } from './registers-page.ts';

/** Proves that the examples of the page for register app developers match the server. */
describe('docs/registers.md', async () => {
  const page = await readFile(new URL('../docs/registers.md', import.meta.url), 'utf8');
  const examples = readExamples(page);
  const values = new Map<string, string>();
  let token: string | undefined;

  const { test, source, jobs, sync } = await openSyncDesk();
  await source.write('schools.csv', [
    `${SCHOOLS},factsEnabled`,
    'HILLTOP,Hilltop School,12 Summit Road,Hilltop,IL,60601,(312) 555-0100,300,America/Chicago,Y',
  ]);
  await source.write('titles.csv', [
    TITLES,
    '9798999010407,9798999010407,The Moon Borrowed My Mittens,Odile Farrant,Picture,699,Y,40',
    '9798999010476,9798999010476,Goose on the Loose Caboose,Teddy Marwick,Picture,499,Y,40',
    "9798999010544,9798999010544,A Child's Book of Saints' Days,Sister Agnes Holm,Faith,1200,N,40",
  ]);
  await source.write('students.csv', [
    STUDENTS,
    'HILLTOP,S1001,Ada,Quillfeather,3,Ms. Drinkwater,Maude Quillfeather,maude@example.com,F10001',
    'HILLTOP,S1002,Ada,Oxbarrow,4,Mr. Everhart,Piers Oxbarrow,piers@example.com,F10002',
  ]);
  await source.write('wallet-top-ups.csv', [
    TOP_UPS,
    '2f5b8a1e-1111-4c3f-9b57-2f1f6f0a1e99,HILLTOP,S1001,2000,1,2025-10-01T15:00:00.000Z',
  ]);
  await sync();
  await jobs.stop();

  const adminId = await findCashier(test);
  values.set('adminId', adminId);
  const register = { deviceId: 'REG-01', name: 'Register 1', ...TABLET };
  const { id } = await test.ask.devices.add({ body: register });
  const { pairingCode } = await test.ask.devices.pairingCode({ params: { id } });
  values.set('pairingCode', pairingCode);
  const fair = await test.ask.fairs.add({
    body: {
      schoolIdentifier: 'HILLTOP',
      identifier: 'HILLTOP-25-01',
      name: 'Hilltop Autumn Book Fair',
      address: '12 Summit Road',
      startDate: '2025-10-13',
      endDate: '2025-10-17',
      salesTaxRate: 8.25,
      adminId,
      deviceIds: [id],
      packageOption: 1,
    },
  });
  await test.ask.cashiers.add({
    params: { id: fair.id },
    body: { cashiers: [{ name: 'Vera Volunteer', secretCode: '1234' }] },
  });
  const rows = [
    ['C01', '9798999010407', null, null, null, 6.99, 10, null],
    ['C01', '9798999010476', null, null, null, 4.99, 1, null],
    ['C01', '9798999010544', null, null, null, 12, 3, null],
    ['C02', '9798999010544', null, null, null, 12, 2, null],
  ];
  await uploadInventory(test.owner, await packingList(...rows), { fairId: fair.id });

  it('shows every call of the register API', () => {
    const shown = new Set(examples.map(({ method, path }) => `${method} ${path.split('?')[0]}`));
    expect(
      Object.values(registerApi)
        .map(({ method, path }) => `${method} ${path}`)
        .filter((call) => !shown.has(call)),
    ).toEqual([]);
  });

  it('names every result, reason, code and flag', () => {
    const { result, code } = OrderResult.shape;
    const words = [
      ...result.options,
      ...code.unwrap().options,
      ...HeldReason.options,
      ...OrderFlag.options,
      ...PaymentRefusal.options,
      ...RefundHold.options,
      ...RefundRejection.options,
      APPROVAL_NEEDED,
      ...ApprovalKind.options,
      ...UnexpectedCode.shape.reason.options,
    ];
    expect(words.filter((word) => !page.includes(`\`${word}\``))).toEqual([]);
  });

  it.each(
    examples.map((example, index) => ({
      ...example,
      name: `${index + 1}. ${example.method} ${example.path} answers ${example.status}`,
    })),
  )('$name', async (example) => {
    const answer = await send(example);
    const body: unknown = await answer.json();
    expect(
      matches(example.answer, body),
      `The server answered ${answer.status}:\n${JSON.stringify(body, null, 2)}`,
    ).toBe(true);
    expect(answer.status).toBe(example.status);
    remember(body);
  });

  async function send({ method, path, body }: Example): Promise<Response> {
    const filled = body?.replace(
      /\{(\w+)\}/g,
      (_, name: string) => values.get(name) ?? `{${name}}`,
    );
    return test.send(token)(path, {
      method,
      headers: filled === undefined ? {} : { 'content-type': 'application/json' },
      ...(filled !== undefined && { body: filled }),
    });
  }

  /** Stores the token and key of the first login, and an approval, for later examples. */
  function remember(body: unknown): void {
    const login = body as {
      data?: { deviceKey?: string; token?: { token: string }; id?: string; approvedBy?: object };
    };
    token ??= login.data?.token?.token;
    if (login.data?.approvedBy) values.set('approvalId', login.data.id!);
    if (login.data?.deviceKey !== undefined) values.set('deviceKey', login.data.deviceKey);
  }
});
