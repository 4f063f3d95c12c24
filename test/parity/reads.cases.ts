import { beforeAll, describe, expect, it } from '@jest/globals';
import { READ_ROWS, type ReadRow } from './rows/read-rows.js';
import { type Stage, type GetStage, getKey } from './stage.js';
import { failedRequestIds } from './wire-tap.js';

const READS_PER_MINUTE = 2;

export const READ_ENVIRONMENT = { MODELGATE_RESPONSE_READS_PER_MINUTE: String(READS_PER_MINUTE) };
/** The request that creates the response uses up the limit on requests. */
export const READ_TOKENS = { reader: { rpm: 1 }, foreigner: {} };

export function describeReads(staged: GetStage): void {
  describe('a stored response', () => {
    let stage: Stage;

    beforeAll(() => {
      stage = staged();
    });

    async function create(row: ReadRow): Promise<Response> {
      return fetch(`${stage.gateway.origin}/v1/responses`, {
        method: 'POST',
        headers: { authorization: `Bearer ${getKey('reader', row)}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'chat', input: 'one two three' }),
      });
    }

    async function read({ method, route }: ReadRow, id: string, key?: string): Promise<Response> {
      const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
      const response = await fetch(stage.gateway.origin + route.replace(':id', id), { method, headers });
      await response.clone().arrayBuffer();
      const { status } = response;
      if (status >= 400 && status !== 401) failedRequestIds.push(response.headers.get('x-request-id') ?? '');
      return response;
    }

    it.each(READ_ROWS)('can be read only by its owner, within the limit on reads: $name', async (row) => {
      const created = await create(row);
      expect(created.status).toBe(200);
      const { id } = (await created.json()) as { id: string };
      expect((await read(row, id)).status).toBe(401);
      expect((await read(row, id, getKey('foreigner', row))).status).toBe(404);
      // The limit on requests is used up.
      expect((await create(row)).status).toBe(429);
      const key = getKey('reader', row);
      expect((await read(row, id, key)).status).toBe(200);
      expect((await read(row, id, key)).status).toBe(row.repeated);
      const refused = await read(row, id, key);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await refused.json()).toMatchObject({
        error: { code: 'rate_limit_exceeded', message: expect.stringContaining('reading stored responses') },
      });
    });
  });
}
