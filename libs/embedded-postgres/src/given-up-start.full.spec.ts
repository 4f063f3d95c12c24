import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, it } from '@jest/globals';
import { startEmbeddedPostgres } from './index.js';
import { query, TestHarness, until } from './test-harness.js';

const harness = new TestHarness();
afterEach(() => harness.cleanUp());

describe('an aborted start', () => {
  it.each([0, 300, 1_500])('leaves no process behind after %d ms', async (afterMs) => {
    const dataDir = harness.newDataFolder();
    const starting = startEmbeddedPostgres({ dataDir, signal: AbortSignal.timeout(afterMs) });
    // On a fast machine, the server may already be running.
    const server = await starting.catch(() => undefined);
    await server?.stop();
    await until(
      () => !spawnSync('ps', ['-A', '-ww', '-o', 'args='], { encoding: 'utf8' }).stdout.includes(dataDir),
    );
    const again = await harness.start(dataDir);
    expect(await query(again.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});
