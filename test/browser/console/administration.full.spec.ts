import { afterAll, describe, expect, it } from '@jest/globals';
import { type Locator, type Page } from 'playwright-core';
import { ask } from '../../admin/ask.js';
import { updateInputPrices } from '../../admin/update-catalogue.js';
import { type FakeUpstream, startFakeUpstream } from '../../fake-upstream/index.js';
import { channelTo, eventually } from '../../harness/index.js';
import { RESTING_MODEL, fillWeeks } from './busy-week.js';
import { ConsoleHarness } from './console-harness.js';
import { Playground } from './playground.js';
import { askModel, untilRecorded } from './recorded-requests.js';
import { testRequests } from './requests.cases.js';
import { measureTraffic } from './wire-traffic.js';

/** Fills in every setting of a channel, without testing it. */
async function addChannel(page: Page, name: string, address: string, key: string): Promise<void> {
  await page.getByRole('radio', { name: 'OpenAI-compatible' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByLabel('Base URL').fill(address);
  await page.locator('input[type=password]').first().fill(key);
  await page
    .getByLabel(/^Models/)
    .and(page.locator('input'))
    .fill('m');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Create channel' }).click();
  await page.getByText('Channel created').waitFor();
}

/** Where the outcome of a test is shown. */
function getTest(page: Page): Locator {
  return page.getByRole('region', { name: 'Test' });
}

describe('administering the gateway in the console', () => {
  let upstream: FakeUpstream;
  const harness = ConsoleHarness.forSuite({
    gateway: async () => {
      upstream = await startFakeUpstream();
      return { channels: [channelTo(upstream)] };
    },
  });

  afterAll(() => upstream.close());

  const asked = (model: string, content: string): Promise<unknown> =>
    askModel(harness.gateway, model, { content });

  it('adds a channel and tests it; a channel with a wrong key shows the error', async () => {
    const { page, go } = await harness.visit({ as: await harness.people.signedIn('admin') });
    await go('/channels');
    await page.getByRole('link', { name: 'Connect a model' }).first().click();
    await page.getByRole('link', { name: 'All settings' }).click();
    await addChannel(page, 'good', upstream.url, 'sk-upstream-1');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await getTest(page).getByText('Test passed').waitFor();

    await go('/channels/new');
    await addChannel(page, 'bad', upstream.url, 'sk-wrong');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await getTest(page).getByText('Test failed').waitFor();
    expect(await getTest(page).innerText()).toContain('status 401');

    await page.getByRole('link', { name: 'Channels', exact: true }).click();
    const names = page.getByRole('table', { name: 'Channels' }).getByRole('link');
    await eventually(async () => (await names.count()) === 3);
    expect(await names.allInnerTexts()).toEqual(['bad', 'good', 'main']);
    await page.getByRole('button', { name: 'Name' }).click();
    await eventually(async () => (await names.allInnerTexts()).join() === 'main,good,bad');
  });

  it('shows the facts of a model, its change history and its parameters', async () => {
    const admin = await harness.people.signedIn('admin');
    const { origin } = harness.gateway;
    const { headers } = admin;
    const channel = {
      name: 'known',
      provider: 'openai',
      base_url: upstream.url,
      api_keys: ['sk-upstream-1'],
    };
    await ask(origin, 'POST /api/channels', { headers, body: { ...channel, models: ['gpt-5-nano'] } });
    await ask(origin, 'PUT /api/models/gpt-5-nano', { headers, body: { price: { input_per_m_tok: 0.07 } } });
    const { page, go } = await harness.visit({ as: admin });
    await go('/models/gpt-5-nano');
    const region = (name: string): Locator => page.getByRole('region', { name });
    await region('Changes').getByText('Changed a model: price').waitFor();
    expect(await region('Changes').innerText()).toMatch(/Input, per 1M tokens\s+\$0\.07\s+\$0\.05/);
    await updateInputPrices(harness.gateway.database.url, { 'gpt-5-nano': 0.06 });
    await page.reload();
    await region('Changes').getByText('price.inputPerMTok: 0.05 → 0.06').waitFor();
    expect(await region('Changes').innerText()).toMatch(
      /schedule of model updates,.*from https:\/\/example\.com/,
    );
    expect(await region('Capabilities').innerText()).toMatch(/Unsupported parameters\s+[^\n]*temperature/);
    expect(await region('Sources').getByRole('link').count()).toBeGreaterThan(0);

    await page.getByRole('link', { name: 'Try in the playground' }).click();
    await new Playground(page).ready();
    // The settings appear a moment after the token.
    await page.getByLabel('System prompt').waitFor({ state: 'attached' });
    await eventually(async () => (await page.getByLabel('Temperature').count()) === 0);
    expect(await page.getByLabel('Top P').count()).toBe(0);
  });

  it('limits what members may use, for all members and for one', async () => {
    const member = await harness.people.signedIn('member');
    const { page, go } = await harness.visit({ as: await harness.people.signedIn('admin') });
    await go('/settings');
    expect(await page.getByLabel('Tokens', { exact: true }).inputValue()).toBe('20');
    expect(await page.getByRole('combobox', { name: 'Models for members' }).count()).toBe(1);
    await go('/users');
    await page.getByLabel(`Actions for ${member.email}`).click();
    await page.getByRole('menuitem', { name: 'Edit limits' }).click();
    await page.getByLabel('Requests per minute').fill('90');
    await page.getByLabel('Budget, in US dollars').fill('5');
    await page.getByRole('combobox', { name: 'Models' }).fill('sandbox-*');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save limits' }).click();
    await page.getByText(`Limits of ${member.email} saved.`).waitFor();
    const readLimits = 'SELECT rpm, budget, tpm, models FROM users WHERE id = $1';
    const rows = await harness.gateway.database.query(readLimits, [member.id]);
    const budget = { microUsd: 5_000_000, period: 'monthly' };
    expect(rows).toEqual([{ rpm: 90, budget, tpm: null, models: ['sandbox-*'] }]);
    const theirs = await harness.visit({ as: member });
    await theirs.go('/tokens/new');
    await theirs.page.getByText('Your tokens may use these models: sandbox-*.').waitFor();
  });

  it('shows an overview with few requests, whose alerts link to the page that fixes the problem', async () => {
    const admin = await harness.people.signedIn('admin');
    const { page, go } = await harness.visit({ as: admin });
    await asked('m', 'Hello');
    await fillWeeks(harness.gateway.database);
    await harness.gateway.database.query(RESTING_MODEL);
    await go('/?period=7d');
    const line = page.getByRole('listitem').filter({ hasText: 'Channel “main”' });
    await line.getByRole('link', { name: 'Open the channel' }).waitFor();
    const { requests, bytes } = await measureTraffic(page, async () => {
      await page.reload();
      await page.getByRole('region', { name: 'Newest requests' }).getByRole('link').nth(1).waitFor();
      await page.waitForLoadState('networkidle');
    });
    expect(requests).toBeLessThanOrEqual(15);
    expect(bytes).toBeLessThanOrEqual(150_000);
    await line.getByRole('link', { name: 'Open the channel' }).click();
    await page.getByRole('heading', { level: 1, name: 'main' }).waitFor();
    const focused = page.locator(':focus');
    expect(await focused.innerText()).toBe('main');
    await page.getByRole('link', { name: 'Tokens', exact: true }).click();
    await page.getByRole('link', { name: 'New token' }).first().click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).and(focused).waitFor();
  });

  it('splits usage by two fields at once, filters it and compares it', async () => {
    const admin = await harness.people.signedIn('admin');
    await asked('sandbox-chat', 'Hello');
    await asked('m', 'Hello');
    await untilRecorded(harness.gateway, admin, { filter: 'model=sandbox-chat', count: 1 });
    const { page, go } = await harness.visit({ as: admin });
    await go('/usage?period=24h&group=model&then=channel&compare=on');
    const table = page.getByRole('table', { name: 'Usage by model and channel' });
    await table.getByRole('link', { name: 'sandbox-chat · sandbox' }).waitFor();
    await page.getByText('Previous period: $').first().waitFor();
    await page.getByRole('combobox', { name: 'Model', exact: true }).click();
    await page.getByRole('option', { name: 'sandbox-chat', exact: true }).click();
    await eventually(async () => (await table.locator('tbody tr').count()) === 1);
    await table.getByRole('link', { name: 'sandbox-chat · sandbox' }).click();
    await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor();
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('model'), searchParams.get('channel')]).toEqual(['sandbox-chat', 'sandbox']);
  });

  describe('requests', () => {
    testRequests(harness);
  });
});
