import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Client, type Connection, type Submittable } from 'pg';
import { type EntityManager } from 'typeorm';

type CopyConnection = Connection & {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
};

/** What is sent: made as it goes, or read from somewhere. */
export type CopyChunks = Iterable<Buffer> | AsyncIterable<Buffer>;

/** The connection of a transaction, for what the driver has no word for. */
export async function getConnection(manager: EntityManager): Promise<Pick<Client, 'query'>> {
  const client = (await manager.queryRunner?.connect()) as Pick<Client, 'query'> | undefined;
  if (client === undefined) throw new Error('rows can only be copied within a transaction');
  return client;
}

/**
 * Runs a `COPY … FROM STDIN` with these bytes in the transaction of the manager, and answers how many rows it has added.
 * Other work goes on in between, and no more is read than the database takes.
 */
export async function copyIn(manager: EntityManager, statement: string, chunks: CopyChunks): Promise<number> {
  const client = await getConnection(manager);
  return new Promise<number>((resolve, reject) => {
    client.query(new CopyIn(statement, chunks, { resolve, reject }));
  });
}

/** A statement that the driver has no word for: it is handed the messages of the protocol. */
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

  /** What counts is that the connection is ready again. */
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
        if (connection.stream.writableNeedDrain) await drained(connection);
      }
      connection.endCopyFrom();
    } catch (error) {
      this.failure ??= error;
      connection.sendCopyFail('a row cannot be written');
    }
  }
}

/** A connection that is lost is told of elsewhere. */
async function drained({ stream }: Connection): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })]).catch(
    () => undefined,
  );
  over.abort();
}

/** From what the database says at the end of a COPY: `COPY 12`. */
export function readRowCount(commandTag: string): number {
  return Number(commandTag.split(' ').at(-1));
}
