import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';

describe('the money that is reserved for a video', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    const price = { perSecondVideo: { '1280x720': 0.1, '1920x1080': 0.25, default: 0.15 }, perRequest: 0.01 };
    gateway = await startTestGateway({ sandbox: true, models: [{ id: 'sandbox-video', price }] });
  });

  afterAll(async () => {
    await gateway.stop();
  });

  async function heldFor(body: object): Promise<unknown> {
    const response = await fetch(`${gateway.baseUrl}/video/generations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'sandbox-video', prompt: 'A lighthouse', ...body }),
    });
    const { task_id: id } = (await response.json()) as { task_id: string };
    const [row] = await gateway.database.query(
      `SELECT amount::int FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id
       WHERE kind = 'hold' AND reference = $1 AND amount > 0`,
      [id],
    );
    return row?.['amount'];
  }

  it.each([
    [{ duration: 4, size: '1280x720' }, 410_000],
    [{ duration: 4, width: 1920, height: 1080 }, 1_010_000],
    [{ duration: 4, size: '640x360' }, 610_000],
    [{ duration: 4 }, 610_000],
  ])('%j', async (body, expected) => {
    expect(await heldFor(body)).toBe(expected);
  });
});
