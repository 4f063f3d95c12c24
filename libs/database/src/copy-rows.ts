import { type EntityManager } from 'typeorm';
import { copyIn } from './copy-in.js';

/** The type of a column. A `timestamptz` is given in milliseconds since 1970, a `uuid` as text, a `jsonb` as a value. */
type CopyType = 'timestamptz' | 'uuid' | 'bigint' | 'integer' | 'boolean' | 'text' | 'jsonb';

/** Columns and their types, in the order of the values in rows. */
export type CopyColumns = Readonly<Record<string, CopyType>>;

/** Values in the order of the columns; undefined means NULL. */
export type CopyRow = readonly unknown[];

const CHUNK_BYTES = 32 * 1024;
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const END_OF_ROWS = -1;
const NULL_LENGTH = -1;
const JSONB_VERSION = 1;
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);
const MAX_DATE_MS = 8.64e15;
const TWO_32 = 2 ** 32;

/**
 * Inserts rows in the transaction of the manager by COPY in the binary format. For many rows, this takes the database and
 * this process a fraction of the time of an INSERT with parameters. Yields to the event loop between chunks.
 */
export async function copyRows(
  manager: EntityManager,
  table: string,
  columns: CopyColumns,
  rows: Iterable<CopyRow>,
): Promise<void> {
  await copyIn(manager, toStatement(table, columns), encodeRows(Object.values(columns), rows));
}

/** The same for rows that were encoded before. */
export async function copyEncodedRows(
  manager: EntityManager,
  table: string,
  columns: CopyColumns,
  rows: Iterable<Buffer>,
): Promise<void> {
  await copyIn(manager, toStatement(table, columns), joinRows(rows));
}

/** Rows that are encoded one by one, and copied later. */
export class EncodedRows {
  private readonly types: readonly CopyType[];
  private readonly writer: CopyWriter;
  /** Where each row ends. */
  private readonly ends: number[] = [];

  /** Memory for the expected bytes is reserved. */
  constructor(
    columns: CopyColumns,
    private readonly expectedBytes: number,
  ) {
    this.writer = new CopyWriter(expectedBytes);
    this.types = Object.values(columns);
  }

  /** Whether more memory is reserved than was expected. */
  get hasGrown(): boolean {
    return this.writer.capacity > this.expectedBytes;
  }

  /** Throws a `RangeError` if a value cannot be encoded. The row is not added then. */
  add(row: CopyRow): void {
    const start = this.writer.length;
    try {
      this.writer.row(this.types, row);
      this.ends.push(this.writer.length);
    } catch (error) {
      this.writer.length = start;
      throw error;
    }
  }

  /** Valid until the next row is added. */
  get(index: number): Buffer {
    return this.writer.slice(index === 0 ? 0 : this.ends[index - 1], this.ends[index]);
  }

  clear(): void {
    this.writer.length = 0;
    this.ends.length = 0;
  }
}

function toStatement(table: string, columns: CopyColumns): string {
  return `COPY ${table} (${Object.keys(columns).join(', ')}) FROM STDIN (FORMAT binary)`;
}

function* joinRows(rows: Iterable<Buffer>): Generator<Buffer> {
  const writer = new CopyWriter();
  writer.bytes(SIGNATURE);
  for (const row of rows) {
    writer.bytes(row);
    if (writer.length >= CHUNK_BYTES) yield writer.take();
  }
  writer.fieldCount(END_OF_ROWS);
  yield writer.take();
}

/** The rows in PostgreSQL's binary COPY format. A chunk is valid until the next one is requested. */
function* encodeRows(types: readonly CopyType[], rows: Iterable<CopyRow>): Generator<Buffer> {
  const writer = new CopyWriter();
  writer.bytes(SIGNATURE);
  for (const row of rows) {
    writer.row(types, row);
    if (writer.length >= CHUNK_BYTES) yield writer.take();
  }
  writer.fieldCount(END_OF_ROWS);
  yield writer.take();
}

class CopyWriter {
  length = 0;
  private buffer: Buffer;
  private view: DataView;

  constructor(expectedBytes = 2 * CHUNK_BYTES) {
    this.buffer = Buffer.allocUnsafe(expectedBytes);
    this.view = new DataView(this.buffer.buffer, this.buffer.byteOffset, this.buffer.length);
  }

  get capacity(): number {
    return this.buffer.length;
  }

  take(): Buffer {
    const chunk = this.buffer.subarray(0, this.length);
    this.length = 0;
    return chunk;
  }

  bytes(bytes: Buffer): void {
    this.reserve(bytes.length);
    this.length += bytes.copy(this.buffer, this.length);
  }

  slice(start: number | undefined, end: number | undefined): Buffer {
    return this.buffer.subarray(start, end);
  }

  row(types: readonly CopyType[], row: CopyRow): void {
    this.fieldCount(types.length);
    for (let index = 0; index < types.length; index += 1) this.value(types[index], row[index]);
  }

  fieldCount(count: number): void {
    this.reserve(2);
    this.view.setInt16(this.length, count);
    this.length += 2;
  }

  private value(type: CopyType | undefined, value: unknown): void {
    this.reserve(20);
    if (value === undefined) return this.int32(NULL_LENGTH);
    switch (type) {
      case 'integer':
        this.int32(4);
        return this.int32(value as number);
      case 'bigint':
        return this.int64(value as number);
      case 'boolean':
        this.int32(1);
        return this.int8(value === true ? 1 : 0);
      case 'timestamptz':
        return this.timestamp(value as number);
      case 'uuid':
        return this.uuid(value as string);
      case 'jsonb':
        return this.text(JSON.stringify(value), JSONB_VERSION);
      default:
        return this.text(value as string);
    }
  }

  private int8(value: number): void {
    this.view.setInt8(this.length, value);
    this.length += 1;
  }

  private int32(value: number): void {
    this.view.setInt32(this.length, value);
    this.length += 4;
  }

  /** Safe integers of JavaScript fit into 64 bits. */
  private int64(value: number): void {
    this.int32(8);
    this.int32(Math.floor(value / TWO_32));
    this.int32((value % TWO_32) | 0);
  }

  private timestamp(momentMs: number): void {
    if (!(Math.abs(momentMs) <= MAX_DATE_MS)) throw new RangeError(`${momentMs} is not a valid time`);
    this.int64((Math.trunc(momentMs) - POSTGRES_EPOCH_MS) * 1_000);
  }

  private uuid(uuid: string): void {
    const start = this.length + 4;
    const length = this.buffer.write(uuid.replaceAll('-', ''), start, 'hex');
    if (uuid.length !== 36 || length !== 16) throw new RangeError('an id is not a UUID');
    this.int32(16);
    this.length += 16;
  }

  private text(text: string, version?: number): void {
    const versionLength = version === undefined ? 0 : 1;
    // UTF-8 needs at most three bytes for each UTF-16 unit.
    this.reserve(4 + versionLength + 3 * text.length);
    const start = this.length;
    this.length += 4;
    if (version !== undefined) this.int8(version);
    const length = this.buffer.write(text, this.length);
    this.view.setInt32(start, versionLength + length);
    this.length += length;
  }

  private reserve(bytes: number): void {
    if (this.length + bytes <= this.buffer.length) return;
    const buffer = Buffer.allocUnsafe(2 * (this.length + bytes));
    this.buffer.copy(buffer, 0, 0, this.length);
    this.buffer = buffer;
    this.view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
  }
}
