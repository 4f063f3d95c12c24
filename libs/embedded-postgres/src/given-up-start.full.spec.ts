import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, it } from '@jest/globals';
import { startEmbeddedPostgres } from './index.js';
import { query, TestBench, until } from './test-bench.js';

const bench = new TestBench();
afterEach(() => bench.cleanUp());

describe('a start that is given up', () => {
  it.each([0, 300, 1_500])('leaves no process behind after %d ms', async (afterMs) => {
    const dataDir = bench.newDataFolder();
    const starting = startEmbeddedPostgres({ dataDir, signal: AbortSignal.timeout(afterMs) });
    // On a fast machine it may be up before.
    const server = await starting.catch(() => undefined);
    await server?.stop();
    await until(
      () => !spawnSync('ps', ['-A', '-ww', '-o', 'args='], { encoding: 'utf8' }).stdout.includes(dataDir),
    );
    const again = await bench.start(dataDir);
    expect(await query(again.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});
