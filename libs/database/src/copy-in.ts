import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Client, type Connection, type Submittable } from 'pg';
import { type EntityManager } from 'typeorm';

type CopyConnection = Connection & {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
};

/** The bytes to send. */
export type CopyChunks = Iterable<Buffer> | AsyncIterable<Buffer>;

/** The connection of a transaction, for statements that TypeORM does not support. */
export async function getConnection(manager: EntityManager): Promise<Pick<Client, 'query'>> {
  const client = (await manager.queryRunner?.connect()) as Pick<Client, 'query'> | undefined;
  if (client === undefined) throw new Error('rows can only be copied within a transaction');
  return client;
}

/**
 * Runs a `COPY … FROM STDIN` with these bytes in the transaction of the manager. Returns the number of added rows. Yields
 * to the event loop between chunks, and applies backpressure.
 */
export async function copyIn(manager: EntityManager, statement: string, chunks: CopyChunks): Promise<number> {
  const client = await getConnection(manager);
  return new Promise<number>((resolve, reject) => {
    client.query(new CopyIn(statement, chunks, { resolve, reject }));
  });
}

/** A custom statement, which receives the protocol messages from the driver. */
class CopyIn implements Submittable {
  private failure: unknown;
  private rows = 0;

  constructor(
    private readonly statement: string,
    private readonly chunks: CopyChunks,
    private readonly settle: { resolve: (rows: number) => void; reject: (error: unknown) => void },
  ) {}

  submit(connection: Connection): void {
    connection.query(this.statement);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    void this.send(connection);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = readRowCount(text);
  }

  /** Resolves only now, because before the connection cannot be used for another statement. */
  handleReadyForQuery(): void {
    this.settle.resolve(this.rows);
  }

  handleError(error: unknown): void {
    const failure = this.failure ?? error;
    this.failure = failure;
    this.settle.reject(failure);
  }

  private async send(connection: CopyConnection): Promise<void> {
    try {
      for await (const chunk of this.chunks) {
        if (this.failure !== undefined) return;
        connection.sendCopyFromChunk(chunk);
        await nextTurn();
        if (connection.stream.writableNeedDrain) await waitForDrain(connection);
      }
      connection.endCopyFrom();
    } catch (error) {
      this.failure ??= error;
      connection.sendCopyFail('a row cannot be written');
    }
  }
}

/** Also ends if the connection closes, which `handleError` reports. */
async function waitForDrain({ stream }: Connection): Promise<void> {
  const done = new AbortController();
  const { signal } = done;
  await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })]).catch(
    () => undefined,
  );
  done.abort();
}

/** Parses the command tag of a COPY: `COPY 12`. */
export function readRowCount(commandTag: string): number {
  return Number(commandTag.split(' ').at(-1));
}
