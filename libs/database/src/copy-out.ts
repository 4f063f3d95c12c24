import { type Writable } from 'node:stream';
import { type Connection, type Submittable } from 'pg';
import { type EntityManager } from 'typeorm';
import { getConnection, readRowCount } from './copy-in.js';

const CHUNK_BYTES = 64 * 1024;

/**
 * Runs a `COPY … TO STDOUT` in the transaction of the manager, writes the output to the sink and ends the sink. Returns the
 * number of rows. Applies backpressure.
 */
export async function copyOut(manager: EntityManager, statement: string, sink: Writable): Promise<number> {
  const client = await getConnection(manager);
  return new Promise<number>((resolve, reject) => {
    client.query(new CopyOut(statement, sink, { resolve, reject }));
  });
}

class CopyOut implements Submittable {
  private failure: unknown;
  private rows = 0;
  private isOver = false;
  private chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  private length = 0;

  constructor(
    private readonly statement: string,
    private readonly sink: Writable,
    private readonly settle: { resolve: (rows: number) => void; reject: (error: unknown) => void },
  ) {}

  submit(connection: Connection): void {
    // If the sink closes early, the connection is destroyed, because otherwise the rest of the table would have to be read.
    this.sink.once('close', () => {
      if (this.isOver) return;
      this.failure ??= this.sink.errored ?? new Error('the copy was not completed');
      connection.stream.destroy();
    });
    connection.query(this.statement);
  }

  /** A message is one row. Its bytes are copied, because the driver reuses the buffer. */
  handleCopyData({ chunk }: { chunk: Buffer }, connection: Connection): void {
    if (this.length + chunk.length > CHUNK_BYTES) this.flush(connection);
    if (chunk.length > CHUNK_BYTES) return this.write(Buffer.from(chunk), connection);
    this.length += chunk.copy(this.chunk, this.length);
  }

  handleCommandComplete({ text }: { text: string }, connection: Connection): void {
    this.rows = readRowCount(text);
    this.flush(connection);
  }

  handleReadyForQuery(connection: Connection): void {
    if (this.isOver) return;
    this.isOver = true;
    // An ended sink emits no `drain` any more.
    connection.stream.resume();
    this.sink.end(() => this.settle.resolve(this.rows));
  }

  handleError(error: unknown): void {
    this.isOver = true;
    const failure = this.failure ?? error;
    this.settle.reject(failure);
    this.sink.destroy(failure instanceof Error ? failure : undefined);
  }

  private flush(connection: Connection): void {
    if (this.length === 0) return;
    const chunk = this.chunk.subarray(0, this.length);
    this.chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    this.length = 0;
    this.write(chunk, connection);
  }

  private write(chunk: Buffer, connection: Connection): void {
    if (this.sink.destroyed || this.sink.write(chunk)) return;
    connection.stream.pause();
    this.sink.once('drain', () => connection.stream.resume());
  }
}
