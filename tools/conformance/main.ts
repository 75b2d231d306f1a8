import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { inWords } from '../office/steps.ts';
import { playServer } from './play-server.ts';
import { type Breach, checkRules, type RegisterEvent, RULES } from './rules.ts';

const USAGE = `npm run conformance -- JOURNAL [--sold N]
npm run conformance -- --url http://127.0.0.1:3000 [--port 3900]

Says which of the seven rules of docs/registers.md a register breaks, by its own journal (one JSON event a line), or by
playing the server of a test fair with a network that fails. Exits with 1 if it breaks one.`;

const STEPS = `Use the address above as the server of your register, then:

  1. Pair it, log in and sell, one sale after another, until Enter shows no more failures of the network to come.
  2. Take the network from the register (airplane mode) and sell three more.
  3. End the app at once while it finishes another sale: pull the battery, or kill its process.
  4. Start it again, give the network back, and wait until it says that everything is sent.

Count the sales that the register called finished, on all days since it was paired.`;

const EVENTS = ['stored', 'finished', 'sent', 'answered', 'deleted'];
const QUESTION = 'Sales called finished, when everything is sent: ';

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      port: { type: 'string', default: '3900' },
      sold: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const [journal] = positionals;
  if (values.help || (journal === undefined) === (values.url === undefined)) {
    console.log(USAGE);
    process.exitCode = values.help ? 0 : 1;
  } else {
    const { events, sold } =
      values.url === undefined
        ? { events: await readJournal(journal ?? ''), sold: toCount(values.sold ?? '0') }
        : await play(values.url.replace(/\/+$/, ''), Number(values.port));
    report(events, checkRules(events, { sold }));
  }
} catch (error) {
  console.error(inWords(error));
  process.exitCode = 1;
}

function toCount(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new Error(`--sold is a number of sales, not ${text}.`);
}

async function readJournal(file: string): Promise<RegisterEvent[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  return lines.map((line, index) => {
    const at = `${file}, line ${index + 1}`;
    let event: RegisterEvent;
    try {
      event = JSON.parse(line) as RegisterEvent;
    } catch {
      throw new Error(`${at} is not JSON.`);
    }
    // A misspelled event would count as one that never happened.
    if (!EVENTS.includes(event.event)) throw new Error(`${at}: no event is called ${event.event}.`);
    return event;
  });
}

/**
 * Plays the server until a person says how many sales the register called finished, or ends the input
 * (Ctrl-D) and leaves that open.
 */
async function play(url: string, port: number) {
  const server = await playServer(url, port);
  console.log(`${server.url} leads to ${url}.\n\n${STEPS}\n`);
  const input = createInterface({ input: process.stdin, output: process.stdout });
  const ended = new AbortController();
  input.once('close', () => ended.abort());
  const ask = () => input.question(QUESTION, { signal: ended.signal }).catch(() => null);
  try {
    for (let given = await ask(); given !== null; given = await ask()) {
      const sold = Number(given);
      const left = server.left();
      if (Number.isInteger(sold) && sold > 0 && left.length === 0)
        return { events: server.events, sold };
      if (left.length > 0) console.log(`Sell more first. Not yet: ${left.join(', ')}.`);
      else console.log('Enter a number.');
    }
    return { events: server.events, sold: 0 };
  } finally {
    input.close();
    await server.close();
  }
}

function report(events: readonly RegisterEvent[], breaches: readonly Breach[]): void {
  console.log(`${events.length} events`);
  for (const [rule, text] of Object.entries(RULES)) {
    const broken = breaches.filter((breach) => breach.rule === Number(rule));
    console.log(`${broken.length === 0 ? 'kept  ' : 'BROKEN'}  ${rule}. ${text}`);
    for (const breach of broken) console.log(`          ${breach.text}`);
  }
  if (events.length === 0) console.log('The register did nothing, so this proves nothing.');
  process.exitCode = breaches.length === 0 && events.length > 0 ? 0 : 1;
}
