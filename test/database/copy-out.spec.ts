import { Writable } from 'node:stream';
import { copyOut, createDataSource } from '#database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, createEmptyDatabase } from '../harness/index.js';

/** Accepts little at a time, and is slow. */
class SlowSink extends Writable {
  bytes = 0;

  constructor() {
    super({ highWaterMark: 16 * 1024 });
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.bytes += chunk.length;
    setImmediate(done);
  }
}

describe('rows that are copied out', () => {
  const entities: never[] = [];
  let database: TestDatabase;
  let dataSource: ReturnType<typeof createDataSource>;

  beforeAll(async () => {
    database = await createEmptyDatabase();
    dataSource = createDataSource({ url: database.url, entities });
    await dataSource.initialize();
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  /** Less than a sink accepts at once, more than that, more than is buffered before it is written. */
  it.each([0, 1, 200, 900, 20_000])(
    'are complete, and the connection can be used again (%i rows)',
    async (rows) => {
      const text = 'a'.repeat(99);
      const [count, sum, bytes] = await dataSource.transaction(async (manager) => {
        const sink = new SlowSink();
        const query = `COPY (SELECT '${text}' FROM generate_series(1, ${rows})) TO STDOUT`;
        const copied = await copyOut(manager, query, sink);
        const [row] = await manager.query<{ sum: number }[]>('SELECT 1 + 1 AS sum');
        return [copied, row?.sum, sink.bytes];
      });
      expect([count, sum, bytes]).toEqual([rows, 2, rows * 100]);
    },
  );
});
