import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, CLIENT_NAMES, UPSTREAMS } from './harness.js';
import { CASES } from './cases.js';
import { ResultsTable } from './results-table.js';

const table = new ResultsTable(CASES.map(({ name }) => name));
let harness: Harness;

beforeAll(async () => {
  harness = await Harness.start();
});

afterAll(async () => {
  await harness.stop();
  process.stdout.write(
    `\nOfficial clients against the services behind the gateway\n\n${table.toString()}\n\n`,
  );
});

describe.each(CLIENT_NAMES)('the %s client', (clientName) => {
  describe.each(UPSTREAMS)('with $name behind the gateway', (service) => {
    const tests = CASES.flatMap(({ name, modes, run }) => modes.map((mode) => ({ name, mode, run })));
    it.each(tests)('$name, $mode', async ({ name, mode, run }) => {
      expect.hasAssertions();
      const client = harness.client(clientName);
      await table.record(`${clientName} → ${service.name}`, name, () =>
        run({ harness, client, service, isStreamed: mode === 'streamed' }),
      );
    });
  });
});
