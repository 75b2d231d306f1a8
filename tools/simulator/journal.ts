import { mkdir, open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';

/**
 * An append-only file of JSON lines. Entries are on disk once `append` resolves, so they survive a
 * power failure. A last line cut off by a crash never counted and is removed when the file is
 * opened.
 */
export class Journal<Entry> {
  readonly #file: FileHandle;
  /** Serializes concurrent appends. */
  #last: Promise<void> = Promise.resolve();

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Opens or creates the journal and returns its entries. */
  static async open<Entry>(name: string): Promise<{ journal: Journal<Entry>; entries: Entry[] }> {
    await mkdir(path.dirname(name), { recursive: true });
    const file = await open(name, 'a+', 0o600);
    try {
      const content = await file.readFile();
      const whole = content.subarray(0, content.lastIndexOf(0x0a) + 1);
      const entries = readLines<Entry>(whole.toString('utf8'), name);
      if (whole.length < content.length) {
        await file.truncate(whole.length);
        await file.sync();
      }
      return { journal: new Journal<Entry>(file), entries };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Writes the entries and resolves once they are on disk. */
  append(entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return this.#last;
    const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    this.#last = this.#last.then(() => this.#write(text));
    return this.#last;
  }

  async #write(text: string): Promise<void> {
    await this.#file.appendFile(text);
    await this.#file.datasync();
  }

  async close(): Promise<void> {
    await this.#last.catch(() => undefined);
    await this.#file.close();
  }
}

function readLines<Entry>(text: string, name: string): Entry[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line, index) => {
      try {
        return JSON.parse(line) as Entry;
      } catch (error) {
        throw new Error(
          `${name} is damaged in line ${index + 1}. Move it away to start a new one.`,
          { cause: error },
        );
      }
    });
}
