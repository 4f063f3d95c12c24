import { type Dicer } from '@fastify/busboy';
import { type Form, type FormEntry, GatewayError } from '#canonical';
import { type FormLimits, invalidMultipart, tooLarge } from './form-limits.js';
import { type PartHead, type PartHeaders, readPartHead } from './part-head.js';
import { type SpooledFiles } from './spooled-files.js';

/** Reads the parts of a form as they arrive: files are written to disk, fields are in memory. */
export class FormParts {
  private readonly streams: Dicer.PartStream[] = [];
  private readonly entries: Promise<FormEntry>[] = [];
  private fileCount = 0;
  private fieldCount = 0;
  private fieldsBytes = 0;
  private isAbandoned = false;

  constructor(
    private readonly files: SpooledFiles,
    private readonly limits: FormLimits,
    private readonly fail: (error: unknown) => void,
  ) {}

  add(stream: Dicer.PartStream): void {
    // The parser reports the same error on itself.
    stream.on('error', () => undefined);
    // A part without headers has no reader, and its stream only ends if it is read.
    stream.resume();
    if (this.isAbandoned) return;
    this.streams.push(stream);
    stream.once('header', (headers) => {
      // Paused until the reader starts, after the file is open.
      stream.pause();
      const entry = this.readEntry(headers as PartHeaders, stream);
      entry.catch(this.fail);
      this.entries.push(entry);
    });
  }

  /** All parts in their order. Call this only when the parser has finished. */
  async complete(): Promise<Form> {
    if (this.entries.length < this.streams.length)
      throw invalidMultipart('A part of the form has no headers.');
    return Promise.all(this.entries);
  }

  /** Stops all reads. Resolves when they have ended. */
  async abandon(): Promise<void> {
    this.isAbandoned = true;
    for (const stream of this.streams) stream.destroy();
    await Promise.allSettled(this.entries);
  }

  private async readEntry(headers: PartHeaders, stream: Dicer.PartStream): Promise<FormEntry> {
    const head = readPartHead(headers, this.limits);
    return head.isFile ? this.readFile(head, stream) : this.readField(head, stream);
  }

  private async readFile({ name, fileName }: PartHead, stream: Dicer.PartStream): Promise<FormEntry> {
    this.fileCount += 1;
    if (this.fileCount > this.limits.maxFiles)
      throw invalidMultipart(`The form has more than ${this.limits.maxFiles} files.`);
    const file = await this.files.store(stream);
    if (file.sizeBytes === 0)
      throw new GatewayError('invalid-value', `The file "${name}" is empty.`, { param: name });
    return { name, file: { ...file, fileName } };
  }

  private async readField({ name }: PartHead, stream: Dicer.PartStream): Promise<FormEntry> {
    const { maxFields, maxFieldBytes, maxFieldsBytes } = this.limits;
    this.fieldCount += 1;
    if (this.fieldCount > maxFields) throw invalidMultipart(`The form has more than ${maxFields} fields.`);
    const chunks: Buffer[] = [];
    let fieldBytes = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      fieldBytes += chunk.length;
      this.fieldsBytes += chunk.length;
      if (fieldBytes > maxFieldBytes) throw tooLarge(`The field "${name}"`, maxFieldBytes, name);
      if (this.fieldsBytes > maxFieldsBytes) throw tooLarge('The text of the form', maxFieldsBytes);
      chunks.push(chunk);
    }
    return { name, value: decodeText(Buffer.concat(chunks), name) };
  }
}

function decodeText(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new GatewayError('invalid-value', `The field "${name}" is not valid UTF-8.`, { param: name });
  }
}
