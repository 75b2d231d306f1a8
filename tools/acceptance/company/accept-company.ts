import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { checkInvariants } from '@pos/api/invariants/invariants.ts';
import { type Office, signIn } from '../../office/session.ts';
import { Product, TRIAL_OWNER } from '../../product/product.ts';
import { withDatabase } from '../../product/test-database.ts';
import { differing, groupLine } from '../figures.ts';
import { compareCompany } from './compare-company.ts';
import { DAYS_SINCE_START } from './company-data.ts';
import { sellCompany } from './company-sales.ts';
import { closeOut, returnCheck, sellFair, setUpCompany, topUpEWallets } from './company-walk.ts';
import { expectCompany } from './expected.ts';

const say = (line: string) => console.log(line);

/**
 * Runs a generated company of three fairs at two schools, without a source system, on an empty
 * database: desk top-ups, a returned check, an expired certificate, two agreements. The reports of
 * each fair and of all schools must agree to the cent with what docs/domain.md alone makes of the
 * sales, and all ledgers must balance after each step. Returns true if all figures agree.
 */
export async function acceptCompany(): Promise<boolean> {
  const start = addDays(today('America/New_York'), -DAYS_SINCE_START);
  const sales = sellCompany(start);
  const expected = expectCompany(sales);
  const product = await Product.launch('company', () => '');
  const journals = await mkdtemp(path.join(tmpdir(), 'pos-admin-journals-'));
  try {
    const office = await signIn(product.url, TRIAL_OWNER);
    await walk(office, product, { sales, start, journals });
    const groups = await compareCompany(office, expected, start);
    for (const group of groups) say(groupLine(group));
    return groups.every((group) => differing(group).length === 0);
  } catch (error) {
    for (const line of product.lastLines) console.error(line);
    throw error;
  } finally {
    await rm(journals, { recursive: true, force: true });
    await product.remove();
  }
}

type Walk = { sales: ReturnType<typeof sellCompany>; start: string; journals: string };

/** Walks the company step by step, and checks the ledgers after each. */
async function walk(
  office: Office,
  product: Product,
  { sales, start, journals }: Walk,
): Promise<void> {
  const step = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const result = await work();
    await withDatabase(product.dataDir, (db) => checkInvariants(db));
    say(`${name.padEnd(34)}ledgers balance`);
    return result;
  };
  await step('schools, titles, students', () => setUpCompany(office, start));
  await step('desk top-ups', () => topUpEWallets(office));
  const open: { fair: FairDetails; profitOption: 'cash' | 'ave_dollar' }[] = [];
  for (const [index, each] of sales.entries()) {
    const { name, profitOption } = each.fair;
    const fair = await step(name, () => sellFair(office, each, start, journals));
    if (index > 0) {
      open.push({ fair, profitOption });
      continue;
    }
    await step('returned check', () => returnCheck(office));
    await step(`close-out, ${name}`, () => closeOut(office, fair, profitOption));
  }
  for (const { fair, profitOption } of open)
    await step(`close-out, ${fair.name}`, () => closeOut(office, fair, profitOption));
}
