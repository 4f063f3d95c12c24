import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { UsageJournal } from '#metering';
import { ask } from '../../admin/ask.js';
import { type Person } from '../../admin/people.js';
import { eventually } from '../../harness/index.js';
import { findBarriers } from './accessibility.js';
import { ConsoleHarness } from './console-harness.js';

/** One request costs a cent. */
describe('budgets, retention and lists of users in the console', () => {
  const harness = ConsoleHarness.forSuite({
    gateway: () => ({ sandbox: true, models: [{ id: 'sandbox-chat', price: { perRequest: 0.01 } }] }),
  });

  const createToken = async (settings: object): Promise<{ id: string; key: string }> => {
    const { headers } = await harness.people.signedIn('admin');
    const { body } = await ask(harness.gateway.origin, 'POST /api/tokens', { headers, body: settings });
    return { id: String(body['id']), key: String(body['key']) };
  };
  const chat = async (key: string): Promise<number> => {
    const { status } = await ask(harness.gateway.origin, 'POST /v1/chat/completions', {
      headers: { authorization: `Bearer ${key}` },
      body: { model: 'sandbox-chat', messages: [{ role: 'user', content: 'Hello' }] },
    });
    await harness.gateway.get(UsageJournal).flush();
    return status;
  };
  const readSetting = async (admin: Person): Promise<unknown> =>
    (await ask(harness.gateway.origin, 'GET /api/settings', { headers: admin.headers })).body['values'];

  it('shows a used-up budget wherever the token is shown, and never as active', async () => {
    const [admin, member] = [await harness.people.signedIn('admin'), await harness.people.signedIn('member')];
    const { id, key } = await createToken({
      name: 'spender',
      owner: member.email,
      budget: { usd: 0.01, period: 'daily' },
    });
    expect([await chat(key), await chat(key)]).toEqual([200, 429]);
    const { page, go } = await harness.visit({ as: admin });
    await go(`/tokens/${id}`);
    await page.getByText('$0.01 of $0.01 per day').waitFor();
    await page.getByText('budget used up').waitFor();
    await page.getByText(/^Resets /).waitFor();
    expect(await page.getByText('active', { exact: true }).count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    await go('/tokens');
    const row = page.getByRole('row').filter({ hasText: 'spender' });
    await row.getByText('budget used up').waitFor();
    await go('/');
    const alert = page.getByRole('status').filter({ hasText: 'Needs attention' });
    await alert.getByText('The budget of token “spender” is used up').waitFor();
    await alert.getByRole('link', { name: 'Open the token' }).click();
    await page.getByRole('heading', { level: 1, name: 'spender' }).waitFor();

    const limits = { limits: { budget: { usd: 5, period: 'monthly' } } };
    const { headers } = admin;
    await ask(harness.gateway.origin, `PATCH /api/users/${member.id}`, { headers, body: limits });
    const theirs = await harness.visit({ as: member });
    await theirs.go('/account');
    await theirs.page.getByText('$0.00 of $5.00 per month').waitFor();
    await theirs.go('/');
    await theirs.page.getByRole('region', { name: 'Your budget' }).waitFor();
    await theirs.page.getByText('The budget of token “spender” is used up').waitFor();
  });

  it('lists owners by their spend and limits them in a form', async () => {
    await chat((await createToken({ name: 'nightly', owner: 'project blue' })).key);
    const { page, go } = await harness.visit({ as: await harness.people.signedIn('admin') });
    await go('/');
    await page.getByRole('link', { name: 'Owners' }).click();
    const rows = page.getByRole('table', { name: 'Owners' }).locator('tbody tr');
    await rows.first().getByText('$0.01').waitFor();
    await page.getByLabel('Search by name').fill('blue');
    await eventually(async () => (await rows.count()) === 1);
    await page.getByRole('link', { name: 'project blue' }).click();
    await page.getByText('No budget is set.').waitFor();
    await page.getByRole('button', { name: 'Edit limits' }).click();
    await page.getByLabel('Requests per minute').fill('60');
    await page.getByLabel('Budget, in US dollars').fill('2.50');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save limits' }).click();
    const limits = page.getByRole('region', { name: 'Limits and budget' });
    await limits.getByText('of $2.50 per month').waitFor();
    await limits.getByText('60 requests per minute').waitFor();
    const [entry] = await harness.gateway.database.query(
      `SELECT action FROM audit_entries WHERE subject_id = 'project blue' ORDER BY seq DESC LIMIT 1`,
    );
    expect(entry).toEqual({ action: 'owner.change' });
  });

  it('changes no number without confirmation, and asks before it lowers a retention', async () => {
    const admin = await harness.people.signedIn('admin');
    const { page, go } = await harness.visit({ as: admin });
    await go('/settings');
    const days = page.getByLabel('Requests, in days');
    await days.fill('');
    await days.pressSequentially('-5');
    await days.blur();
    expect(await days.inputValue()).toBe('-5');
    await page.getByText('Enter a number from 1 to 36,500.').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await days.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
    expect(await readSetting(admin)).toMatchObject({ usage: { retention_days: 90 } });
    await days.fill('5');
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete data earlier?' });
    await dialog.getByText('Requests: 90 → 5 days').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await readSetting(admin)).toMatchObject({ usage: { retention_days: 90 } });
    await page.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await readSetting(admin)).toMatchObject({ usage: { retention_days: 5 } });
  });

  it('shows the effect of a lower quota and a shorter recording before they are saved', async () => {
    const as = await harness.people.signedIn('admin');
    await harness.gateway.database.query(
      `INSERT INTO cached_answers (key, owner, answer, size_bytes, kept_at, expires_at)
       SELECT decode(lpad(to_hex(number), 8, '0'), 'hex'), 'cacher', 'x', 1, now(), now() + interval '1 day'
       FROM generate_series(1, 12) AS number`,
    );
    const { page, go } = await harness.visit({ as });
    await go('/settings');
    await page.getByLabel('Cached responses', { exact: true }).fill('10');
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete data earlier?' });
    await dialog
      .getByText('This deletes 2 cached responses of 1 owner. Deleted data cannot be restored.')
      .waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();

    const { id } = await createToken({ name: 'recorded', store_content: { ttl_days: 30 } });
    await harness.gateway.database.query(
      `INSERT INTO recorded_contents (request_id, token_id, owner, content, size_bytes, recorded_at, expires_at)
       VALUES ('recorded-1', $1, 'a', 'x', 1, now(), now() + interval '20 days')`,
      [id],
    );
    await go(`/tokens/${id}/edit`);
    await page.getByLabel('Delete after').fill('7');
    await page.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: 'Delete new recordings earlier?' });
    await question.getByText('1 recorded request is kept as long as before.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await question.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Token saved.').waitFor();
    await harness.gateway.database.query(`DELETE FROM cached_answers WHERE owner = 'cacher'`);
    await harness.gateway.database.query('DELETE FROM recorded_contents WHERE token_id = $1', [id]);
  });

  it('creates several users from a list, with a result for each line', async () => {
    const { page, go } = await harness.visit({ as: await harness.people.signedIn('admin') });
    await go('/users');
    await page.getByRole('button', { name: 'Create several users' }).click();
    const invited = ['email,role', 'one@example.com', 'two@example.com,admin', 'nobody', 'one@example.com'];
    await page.getByRole('textbox', { name: 'Users' }).fill(invited.join('\n'));
    await page.getByText('Line 4: Not an e-mail address.').waitFor();
    await page.getByRole('button', { name: 'Create 2 users, 1 as administrator' }).click();
    await page.getByText('2 of 4 created, 2 failed.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page
      .getByRole('dialog', { name: 'Leave without saving the passwords?' })
      .getByRole('button', { name: 'Stay' })
      .click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const lines = (await readFile(await (await downloading).path(), 'utf8')).split('\r\n');
    expect(lines).toHaveLength(6);
    expect(lines[2]).toMatch(/^two@example\.com,admin,[\w-]{10,},$/);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'two@example.com' }).waitFor();
    const [row] = await harness.gateway.database.query(
      `SELECT count(*)::int AS count FROM users WHERE email IN ('one@example.com', 'two@example.com')`,
    );
    expect(row?.['count']).toBe(2);
  });
});
