import { beforeAll, describe, expect, it } from '@jest/globals';
import { type AdminStage } from '../admin-stage.js';
import { ask } from '../ask.js';
import { type Person } from '../people.js';

interface ListedToken {
  id: string;
  name: string;
  spent_usd: number;
  last_used_at: string | null;
}

const OWNER = 'tokens in order';

/** Charges each token the number of dollars in its name, and sets its last use to the same number of days ago. */
const USE_TOKENS = `
  WITH used AS (SELECT id::text AS id, name::int AS amount FROM tokens WHERE owner = $1 AND name <> '0'),
  charged AS (INSERT INTO ledger_accounts (id, balance) SELECT 'token:' || id, amount * -1000000 FROM used)
  INSERT INTO token_uses (token_id, last_used_at) SELECT id, now() - amount * interval '1 day' FROM used`;

export function describeTokenOrder(getStage: () => AdminStage): void {
  let admin: Person;
  const list = async (
    query: string,
  ): Promise<{ data: ListedToken[]; next_cursor: string | null; total: number }> => {
    const { origin } = getStage().gateway;
    const owned = `owner=${encodeURIComponent(OWNER)}&${query}`;
    const { body } = await ask(origin, `GET /api/tokens?${owned}`, { headers: admin.headers });
    return body as unknown as Awaited<ReturnType<typeof list>>;
  };

  beforeAll(async () => {
    const { gateway, people } = getStage();
    admin = await people.signedIn('admin');
    for (const name of ['3', '0', '1', '4', '2']) {
      const body = { name, owner: OWNER };
      await ask(gateway.origin, 'POST /api/tokens', { headers: admin.headers, body });
    }
    await gateway.database.query(USE_TOKENS, [OWNER]);
  });

  it.each([
    ['spent_usd', ['0', '1', '2', '3', '4']],
    ['-spent_usd', ['4', '3', '2', '1', '0']],
    ['last_used_at', ['0', '4', '3', '2', '1']],
    ['-last_used_at', ['1', '2', '3', '4', '0']],
  ])('are ordered by %s over all pages, and counted', async (sort, expected) => {
    const names: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(
        `sort=${sort}&limit=2${cursor === null ? '' : `&cursor=${cursor}`}`,
      );
      expect(page.total).toBe(5);
      names.push(...page.data.map(({ name }) => name));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(names).toEqual(expected);
  });

  it('show the figures that they are sorted by', async () => {
    const { data } = await list('sort=-spent_usd');
    expect(data.map(({ spent_usd: usd }) => usd)).toEqual([4, 3, 2, 1, 0]);
    expect(data.map(({ last_used_at: at }) => at !== null)).toEqual([true, true, true, true, false]);
  });

  describe('a cursor', () => {
    it.each(['1.5', '1e3', "'", '9'.repeat(19)])('with the amount %s is rejected', async (value) => {
      const id = '00000000-0000-4000-8000-000000000000';
      const cursor = Buffer.from(JSON.stringify(['spent_usd', value, id])).toString('base64url');
      const page = await list(`sort=spent_usd&cursor=${cursor}`);
      expect(page).toMatchObject({ error: { param: 'cursor' } });
    });
  });
}
