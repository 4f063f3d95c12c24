import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { ReceivedBody } from './received-body.js';
import { ReceivedForm, type FormEntry } from './received-form.js';

type Parser = InstanceType<typeof Busboy>;

/** Reads a form of any size without storing the bytes of its files. */
export async function digestForm(message: IncomingMessage, contentType: string): Promise<ReceivedBody> {
  const whole = createHash('sha256');
  let sizeBytes = 0;
  const form = new FormReader(contentType);
  for await (const chunk of message as AsyncIterable<Buffer>) {
    whole.update(chunk);
    sizeBytes += chunk.length;
    await form.read(chunk);
  }
  const entries = await form.end();
  return {
    raw: Buffer.alloc(0),
    sizeBytes,
    sha256: whole.digest('hex'),
    ...(entries && { form: new ReceivedForm(entries) }),
  };
}

class FormReader {
  readonly #parser: Parser | undefined;
  readonly #entries: Promise<FormEntry>[] = [];
  #isBroken = false;

  constructor(contentType: string) {
    try {
      this.#parser = this.#open(contentType);
    } catch {
      this.#isBroken = true;
    }
  }

  async read(chunk: Buffer): Promise<void> {
    if (this.#isBroken || this.#parser?.write(chunk) !== false) return;
    await this.#next('drain');
  }

  /** The parts, or undefined if this was no form. */
  async end(): Promise<FormEntry[] | undefined> {
    if (!this.#isBroken) {
      const finished = this.#next('finish');
      this.#parser?.end();
      await finished;
    }
    return this.#isBroken ? undefined : Promise.all(this.#entries);
  }

  #open(contentType: string): Parser {
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile: (_name, _type, filename) => filename !== undefined,
      preservePath: true,
      limits: { fieldSize: Infinity },
    });
    parser.on('error', () => (this.#isBroken = true));
    parser.on('field', (name, value) => this.#entries.push(Promise.resolve({ name, value })));
    parser.on('file', (name, stream, filename, _encoding, type) => {
      const entry = digestFile(stream).then((digest) => ({ name, filename, contentType: type, ...digest }));
      // A truncated file makes the form invalid, which is detected at the end of the form.
      entry.catch(() => (this.#isBroken = true));
      this.#entries.push(entry);
    });
    return parser;
  }

  /** Waits for the parser, or for the error that stops it. */
  async #next(event: 'drain' | 'finish'): Promise<void> {
    if (this.#parser) await once(this.#parser, event).catch(() => undefined);
  }
}

async function digestFile(stream: BusboyFileStream): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    sizeBytes += chunk.length;
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}
