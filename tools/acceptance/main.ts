import path from 'node:path';
import { parseArgs } from 'node:util';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import { checkInvariants } from '@pos/api/invariants/invariants.ts';
import { checkReportInvariants } from '@pos/api/testing/books/report-invariants.ts';
import { checkWholeLife } from '@pos/api/testing/selling/report-closes.ts';
import { checkSnapshots } from '@pos/api/testing/books/snapshot-invariants.ts';
import { inWords, syncSource } from '../office/steps.ts';
import { type Office, signIn } from '../office/session.ts';
import { brokenJournals } from '../product/journals.ts';
import { Product, TRIAL_OWNER } from '../product/product.ts';
import { withDatabase } from '../product/test-database.ts';
import { agrees, compareWithServer } from '../simulator/compare.ts';
import { Random } from '@pos/world/random';
import type { AppRegister } from '../simulator/app-register.ts';
import { acceptCompany } from './company/accept-company.ts';
import { closeOut } from './company/company-walk.ts';
import { expectedAgainst } from './compare.ts';
import { type FairFolder, readFairFolder } from './fair-folder.ts';
import { differing, type FigureGroup, groupLine } from './figures.ts';
import { differencesOnPaper, toQuestion, readReports } from './reports.ts';
import { listChanges, loadPackingList, planFair, sellWithApp } from './walk.ts';

/**
 * `npm run acceptance -- FOLDER [--url URL --email OWNER --password PASSWORD]`: runs the fair in
 * FOLDER as staff would, its sales by the register app, on a new database, and compares every figure of its
 * expected.json with the reports and the inventory. With --url, uses a running server: its
 * SYNC_SOURCE must be FOLDER/source. Without FOLDER, runs the generated company.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    email: { type: 'string', default: TRIAL_OWNER.email },
    password: { type: 'string', default: TRIAL_OWNER.password },
  },
});
const say = (line: string) => console.log(line);

try {
  const [name] = positionals;
  const isAccepted = name === undefined ? await acceptCompany() : await accept(path.resolve(name));
  process.exitCode = isAccepted ? 0 : 1;
} catch (error) {
  console.error(inWords(error));
  process.exitCode = 1;
}

async function accept(name: string): Promise<boolean> {
  const folder = await readFairFolder(name);
  if (values.url !== undefined)
    return walk(
      await signIn(values.url, { email: values.email, password: values.password }),
      folder,
    );
  const product = await Product.launch('acceptance', () => folder.source);
  try {
    return await walk(await signIn(product.url, TRIAL_OWNER), folder, product);
  } catch (error) {
    for (const line of product.lastLines) console.error(line);
    throw error;
  } finally {
    await product.remove();
  }
}

/** Walks the whole fair; returns true if every figure agrees. */
async function walk(office: Office, folder: FairFolder, product?: Product): Promise<boolean> {
  const { fair, cashierId } = await addFair(office, folder);
  const { registers, differing: unlike } = await sellWithApp(office, fair, cashierId, folder);
  say(
    `${folder.orders.length} orders and ${folder.refunds.length} refunds of ${registers.length} register apps`,
  );

  const reported = await readReports(office, fair);
  const groups = expectedAgainst(folder.expected, folder.fair, reported);
  for (const group of groups) say(groupLine(group));
  const problems = [...unlike, ...(await brokenReports(office, fair))];
  const journalsAgree = await compareJournals(office, fair, registers, problems);
  problems.push(...(await changesOfSecondSync(office)));
  await closeOut(office, fair, 'ave_dollar');
  if (product) problems.push(...(await invariants(product, office, registers)));
  return verdict(groups, problems, journalsAgree);
}

/** Reads the source, adds the fair and loads its packing list. */
async function addFair(
  office: Office,
  folder: FairFolder,
): Promise<Awaited<ReturnType<typeof planFair>>> {
  const first = await syncSource(office);
  if (first.status !== 'succeeded')
    throw new Error(
      `The sync ${first.status}: ${first.errors.map(({ message }) => message).join(' ')}`,
    );
  const planned = await planFair(office, folder);
  const loaded = await loadPackingList(office, planned.fair, folder);
  say(
    `${planned.fair.identifier}   ${loaded.total} rows, ${loaded.units} units in ${loaded.cartons} cartons`,
  );
  return planned;
}

/**
 * Compares the registers' journals with the server, and adds what differs to `problems`. Returns
 * true if they agree.
 */
async function compareJournals(
  office: Office,
  fair: FairDetails,
  registers: readonly AppRegister[],
  problems: string[],
): Promise<boolean> {
  const comparison = await compareWithServer(
    office,
    fair.identifier,
    registers,
    new Random('acceptance'),
  );
  const { acknowledged, held, lost, doubled, wrong, rejected, unsent } = comparison;
  say(
    `${'journals'.padEnd(34)}${acknowledged} acknowledged, ${held} held, ${lost.length} lost, ${doubled.length} duplicated, ${wrong.length} differ, ${rejected} rejected, ${unsent} unsent`,
  );
  const refused = registers
    .flatMap(({ memory }) => memory.refunds)
    .filter(({ result }) => result === undefined || result === 'rejected');
  problems.push(
    ...lost,
    ...doubled,
    ...wrong,
    ...refused.map(
      ({ refund, result }) => `refund ${refund.clientRefundId}: ${result ?? 'no response'}`,
    ),
  );
  return agrees(comparison);
}

/** Syncs again, which must change nothing. Returns the changes. */
async function changesOfSecondSync(office: Office): Promise<string[]> {
  const changes = listChanges(await syncSource(office));
  say(
    `${'second sync'.padEnd(34)}${changes.length === 0 ? 'changes nothing' : changes.join('; ')}`,
  );
  return changes;
}

/**
 * Checks domain 9.9 over the selling window: reports agree, tenders make up totals, halves add up
 * to the whole, files match the screen. Returns the violations.
 */
async function brokenReports(office: Office, fair: FairDetails): Promise<string[]> {
  const question = toQuestion(fair);
  const broken = [
    ...(await findFailure(checkReportInvariants(office.send, question))),
    ...(await findFailure(checkWholeLife(office.send, question))),
    ...(await differencesOnPaper(office, fair)),
  ];
  say(`${'report invariants'.padEnd(34)}${broken.length === 0 ? 'hold' : 'are violated'}`);
  return broken;
}

/** Returns the message of a check that throws; nothing if it passes. */
function findFailure(check: Promise<unknown>): Promise<string[]> {
  return check.then(
    () => [],
    (error: unknown) => [inWords(error)],
  );
}

async function invariants(
  product: Product,
  { send }: Office,
  registers: Parameters<typeof brokenJournals>[1],
): Promise<string[]> {
  const broken = await withDatabase(product.dataDir, async (db) => [
    ...(await findFailure(checkInvariants(db))),
    ...(await findFailure(checkSnapshots(db, send))),
    ...(await brokenJournals(db, registers)),
  ]);
  say(`${'invariants'.padEnd(34)}${broken.length === 0 ? 'hold' : 'are violated'}`);
  return broken;
}

function verdict(
  groups: readonly FigureGroup[],
  problems: readonly string[],
  journalsAgree: boolean,
): boolean {
  const wrong = groups.flatMap((group) =>
    differing(group).map(
      ({ name, expected, actual }) =>
        `${group.name}: ${name} is ${String(actual ?? 'missing')} instead of ${expected}`,
    ),
  );
  for (const line of [...wrong, ...problems].slice(0, 30)) console.error(line);
  return wrong.length === 0 && problems.length === 0 && journalsAgree;
}
