import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Bench, CLIENT_NAMES, UPSTREAMS } from './bench.js';
import { CASES } from './cases.js';
import { ResultsTable } from './results-table.js';

const table = new ResultsTable(CASES.map(({ name }) => name));
let bench: Bench;

beforeAll(async () => {
  bench = await Bench.start();
});

afterAll(async () => {
  await bench.stop();
  process.stdout.write(
    `\nOfficial clients against the services behind the gateway\n\n${table.toString()}\n\n`,
  );
});

describe.each(CLIENT_NAMES)('the %s client', (clientName) => {
  describe.each(UPSTREAMS)('with $name behind the gateway', (service) => {
    const tests = CASES.flatMap(({ name, modes, run }) => modes.map((mode) => ({ name, mode, run })));
    it.each(tests)('$name, $mode', async ({ name, mode, run }) => {
      expect.hasAssertions();
      const client = bench.client(clientName);
      await table.record(`${clientName} → ${service.name}`, name, () =>
        run({ bench, client, service, isStreamed: mode === 'streamed' }),
      );
    });
  });
});
