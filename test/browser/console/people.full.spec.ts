import { describe, expect, it } from '@jest/globals';
import { type Locator, type Page } from 'playwright-core';
import { ask } from '../../admin/ask.js';
import { eventually } from '../../harness/index.js';
import { findBarriers } from './accessibility.js';
import { ConsoleHarness } from './console-harness.js';
import { TABLE_OVERFLOW } from './page-scripts.js';

const DAY_MS = 86_400_000;
const DECLARED = 'sk-mg-declared-0123456789abcdef';

/** Whether the tab can be closed without a warning. */
const CLOSES_AT_ONCE = `dispatchEvent(new Event('beforeunload', { cancelable: true }))`;

/** The confirmation dialog with this name. */
function getDialog(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name });
}

/** Searches with Ctrl-K, and opens a result. */
async function find(on: Page, text: string, option: RegExp): Promise<void> {
  await on.getByRole('heading', { level: 1 }).waitFor();
  await on.keyboard.press('Control+k');
  await on.getByRole('combobox', { name: 'Search pages and actions' }).fill(text);
  await on.getByRole('option', { name: option }).first().click();
}

describe('tokens and their owners', () => {
  const harness = ConsoleHarness.forSuite({
    gateway: () => ({
      channels: [
        { name: 'of-the-file', provider: 'openai', apiKey: 'sk-upstream-1', models: ['gpt-5-mini'] },
      ],
      tokens: [{ name: 'declared', key: DECLARED }],
    }),
  });

  async function createToken(name: string, settings: object = {}): Promise<{ id: string; key: string }> {
    const { headers } = await harness.people.signedIn('admin');
    const { body } = await ask(harness.gateway.origin, 'POST /api/tokens', {
      headers,
      body: { name, ...settings },
    });
    return { id: String(body['id']), key: String(body['key']) };
  }

  async function chat(key: string): Promise<number> {
    const { status } = await ask(harness.gateway.origin, 'POST /v1/chat/completions', {
      headers: { authorization: `Bearer ${key}` },
      body: { model: 'sandbox-chat', messages: [{ role: 'user', content: 'Hello' }] },
    });
    return status;
  }

  it('gives a token a new key, which has to be copied before the page can be left', async () => {
    const { id, key: first } = await createToken('rotating');
    const { page, go } = await harness.visit({ as: await harness.people.signedIn('admin') });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await go(`/tokens/${id}`);
    await page.getByRole('button', { name: 'Rotate key' }).click();
    expect(await page.getByText('“Unknown” covers').count()).toBe(0);
    const setup = page.getByRole('region', { name: 'Connect a client' });
    expect(await setup.getByLabel('Claude Code: Shell', { exact: true }).innerText()).toContain(
      `ANTHROPIC_BASE_URL=${harness.gateway.origin}\nexport ANTHROPIC_AUTH_TOKEN="$MODELGATE_TOKEN"`,
    );
    await getDialog(page, 'Rotate the key of').getByRole('button', { name: 'Rotate key' }).click();
    const second = await getDialog(page, 'New key').locator('[data-shown-once] code').innerText();
    await page.locator(':focus').getByText('Copy the key now').waitFor();
    await getDialog(page, 'New key').getByRole('tab', { name: 'Codex' }).click();
    expect(
      await getDialog(page, 'New key').getByLabel('Codex: Shell', { exact: true }).innerText(),
    ).toContain(second);
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await getDialog(page, 'Leave without copying the key?').getByRole('button', { name: 'Stay' }).click();
    await getDialog(page, 'New key').getByRole('button', { name: 'Copy the key' }).click();
    await page.getByRole('tooltip', { name: 'Copied' }).waitFor();
    await page.keyboard.press('Escape');
    await getDialog(page, 'New key').waitFor({ state: 'detached' });
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(second);
    expect([await chat(first), await chat(second)]).toEqual([200, 200]);

    await page.getByText('The old key is still valid').waitFor();
    await page.getByRole('button', { name: 'Revoke old key' }).click();
    await getDialog(page, 'Revoke the old key?').getByRole('button', { name: 'Revoke old key' }).click();
    await page.getByText('The old key is still valid').waitFor({ state: 'detached' });
    expect([await chat(first), await chat(second)]).toEqual([401, 200]);
  });

  it.each([
    ['channels', 'of-the-file', 'Disable', 'disabled'],
    ['tokens', 'declared', 'Revoke', 'revoked'],
  ])(
    'disables %s of the config file in an incident, and restores the setting of the file',
    async (...row) => {
      const [list, name, verb, word] = row;
      const { page, go } = await harness.visit({ as: await harness.people.signedIn('admin') });
      await go(`/${list}`);
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByText(`You can ${verb.toLowerCase()} it here, for example during an incident`).waitFor();
      await page.getByRole('button', { name: verb }).click();
      const dialog = getDialog(page, `${verb} “${name}”?`);
      await dialog.getByText(/config file/).waitFor();
      await dialog.getByRole('button', { name: verb }).click();
      const note = page.getByRole('alert').filter({ hasText: `Overridden: ${word} here` });
      await note.getByText(/was (disabled|revoked) by user /).waitFor();
      const status = list === 'tokens' ? await chat(DECLARED) : undefined;
      expect(status).toBe(list === 'tokens' ? 401 : undefined);
      await note.getByRole('button', { name: 'Clear override' }).click();
      await page.getByText('Override cleared.').waitFor();
      await page.getByRole('button', { name: verb }).waitFor();
      await eventually(async () => (await chat(DECLARED)) === 200 || undefined);
    },
  );

  it('duplicates a token, and warns of tokens that expire soon', async () => {
    const expiresAt = new Date(Date.now() + 3 * DAY_MS).toISOString();
    const { id } = await createToken('ending', { rpm: 77, expires_at: expiresAt });
    const { page, go } = await harness.visit({ as: await harness.people.signedIn('admin') });
    await go('/');
    await page.getByText('Tokens expiring soon').waitFor();
    await go('/tokens?status=expiring');
    const row = page.getByRole('table', { name: 'Tokens' }).locator('tbody tr');
    await page.getByText('expires in 3 days').waitFor();
    expect(await row.count()).toBe(1);
    await row.getByRole('link', { name: 'ending' }).click();
    await page.getByText('This token expires soon').waitFor();
    expect(page.url()).toContain(id);
    await page.getByRole('link', { name: 'Duplicate' }).click();
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await eventually(async () => (await name.inputValue()) === 'ending copy');
    expect(await page.getByLabel('Requests per minute').inputValue()).toBe('77');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('heading', { name: 'ending copy is ready' }).waitFor();
    await page.getByRole('link', { name: 'View token' }).click();
    await getDialog(page, 'Leave without copying the key?')
      .getByRole('button', { name: 'Leave without copying' })
      .click();
    await page.getByRole('heading', { level: 1, name: 'ending copy' }).waitFor();
  });

  it('asks before an unsaved form is left, by a link, by going back and by closing the tab', async () => {
    const { page, go } = await harness.visit({ as: await harness.people.signedIn('admin') });
    await go('/tokens');
    await page.getByRole('link', { name: 'New token' }).first().click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('half');
    const dialog = getDialog(page, 'Leave without saving?');
    await page.getByRole('link', { name: 'Usage' }).click();
    await dialog.getByRole('button', { name: 'Stay' }).click();
    expect(new URL(page.url()).pathname).toMatch(/\/tokens\/new$/);
    await page.goBack();
    await dialog.getByRole('button', { name: 'Stay' }).click();
    expect(await page.evaluate(CLOSES_AT_ONCE)).toBe(false);
    expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('half');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { level: 1, name: 'Tokens' }).waitFor();
    expect(await page.evaluate(CLOSES_AT_ONCE)).toBe(true);

    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByRole('button', { name: 'Create a user' }).click();
    await page.getByLabel('E-mail address').fill('half@example.com');
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await getDialog(page, 'Create a user').waitFor({ state: 'detached' });
  });

  it('shows a member which models they may call, with prices and examples, and why others are not allowed', async () => {
    const member = await harness.people.signedIn('member');
    const admin = await harness.people.signedIn('admin');
    const { origin } = harness.gateway;
    const limits = { rpm: 60, budget: { usd: 20, period: 'monthly' } };
    await ask(origin, `PATCH /api/users/${member.id}`, { headers: admin.headers, body: { limits } });
    const { page, watch, go } = await harness.visit({ as: member });
    await go('/');
    await page.getByRole('link', { name: 'Model catalog' }).click();
    const table = page.getByRole('table', { name: 'Models' });
    await table.getByText('You have no active token').first().waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await eventually(async () => (await page.evaluate<number[]>(TABLE_OVERFLOW)).every((px) => px === 0));
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByText('60 requests per minute, $20.00 per month').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await table.getByRole('link', { name: 'sandbox-chat', exact: true }).click();
    await page.getByText('You cannot call this model yet').waitFor();
    for (const [language, code] of [
      ['curl', 'curl '],
      ['TypeScript', 'new OpenAI('],
      ['Python', 'OpenAI('],
      ['Go', 'http.NewRequest'],
      ['PHP', 'curl_init('],
    ] as const) {
      await page.getByText(language, { exact: true }).click();
      const shown = page.getByLabel(`The request in ${language}`);
      await eventually(async () => (await shown.innerText()).includes(code));
      expect(await shown.innerText()).toContain('sandbox-chat');
    }
    expect(await findBarriers(page)).toEqual([]);

    watch.expect(/^403 \/api\/tokens$/);
    await page.getByRole('link', { name: 'Create a token' }).click();
    await page.getByText('60 requests per minute, $20.00 per month').waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`of ${member.email}`);
    await page.getByLabel('Requests per minute').fill('61');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByText('"rpm" must be at most 60').waitFor();
    await page.getByLabel('Requests per minute').fill('60');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('heading', { name: `of ${member.email} is ready` }).waitFor();
    await page.getByRole('link', { name: 'Model catalog' }).click();
    await getDialog(page, 'Leave without copying the key?')
      .getByRole('button', { name: 'Leave without copying' })
      .click();
    await table.getByRole('link', { name: 'sandbox-chat', exact: true }).click();
    await page.getByText('Tokens that can call it').waitFor();
    await page.getByText('You cannot call this model yet').waitFor({ state: 'detached' });
  });

  it('has a page for every user and owner, who are found by a part of their name', async () => {
    const [admin, member] = [await harness.people.signedIn('admin'), await harness.people.signedIn('member')];
    const { key } = await createToken('hers', { owner: member.email });
    await createToken('nightly', { owner: 'team blue' });
    expect(await chat(key)).toBe(200);
    const { page, go } = await harness.visit({ as: admin });
    await go('/users');
    await page.getByRole('link', { name: member.email }).click();
    await page.getByRole('heading', { level: 1, name: member.email }).waitFor();
    const region = (name: string): Locator => page.getByRole('region', { name });
    await region('Tokens').getByRole('link', { name: 'hers' }).waitFor();
    await region('Limits and budget').getByText('1 active of 1').waitFor();
    await eventually(async () => {
      await page.reload();
      await region('Spend')
        .getByText(/^Last 30 days/)
        .waitFor();
      return (await region('Newest requests').getByText('sandbox-chat').count()) === 1;
    });
    expect(await findBarriers(page)).toEqual([]);
    await region('Sessions').getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await region('Sessions').getByText('This user is not signed in.').waitFor();

    await go('/tokens/new');
    await page.getByRole('combobox', { name: 'Owner' }).fill('blu');
    await page.getByRole('option', { name: 'team blue', exact: true }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('evening');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('link', { name: 'View token' }).click();
    await page.getByRole('button', { name: 'Leave without copying' }).click();
    await page.getByRole('link', { name: 'team blue' }).click();
    await page.getByRole('heading', { level: 1, name: 'team blue' }).waitFor();
    await region('Tokens').getByRole('link', { name: 'evening' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it('finds everything with Ctrl-K, and for members only what is theirs', async () => {
    const [admin, member] = [await harness.people.signedIn('admin'), await harness.people.signedIn('member')];
    const { id } = await createToken('to be found', { owner: member.email });
    await createToken('to be found by admins');
    const { page, go } = await harness.visit({ as: admin });
    await go('/');
    await find(page, 'to be found', /^to be found member-/);
    await page.getByRole('heading', { level: 1, name: 'to be found', exact: true }).waitFor();
    expect(page.url()).toContain(id);
    await find(page, member.email, /User$/);
    await page.getByRole('heading', { level: 1, name: member.email }).waitFor();
    await find(page, 'sandbox-chat', /^sandbox-chat\s*Model$/);
    await page.getByRole('heading', { level: 1, name: 'sandbox-chat' }).waitFor();
    await find(page, 'stored responses', /Setting$/);
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    expect(new URL(page.url()).hash).toBe('#responses.retention_days');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search pages and actions' }).fill('to be found');
    await page.getByRole('option', { name: /by admins/ }).waitFor();
    expect(await findBarriers(page)).toEqual([]);

    const theirs = await harness.visit({ as: member });
    await theirs.go('/');
    await find(theirs.page, 'sandbox-chat', /Model$/);
    await theirs.page.getByRole('heading', { level: 1, name: 'sandbox-chat' }).waitFor();
    expect(theirs.page.url()).toContain('/catalog/');
    await theirs.page.keyboard.press('Control+k');
    await theirs.page.getByRole('combobox', { name: 'Search pages and actions' }).fill('to be found');
    await theirs.page.getByRole('option', { name: /to be found/ }).waitFor();
    expect(await theirs.page.getByRole('option', { name: /by admins/ }).count()).toBe(0);
  });
});
