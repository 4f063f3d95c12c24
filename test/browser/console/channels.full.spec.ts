import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Locator, type Page } from 'playwright-core';
import { ask } from '../../admin/ask.js';
import { type Person } from '../../admin/people.js';
import { type FakeUpstream, startFakeUpstream } from '../../fake-upstream/index.js';
import { TEST_TOKEN, eventually } from '../../harness/index.js';
import { findBarriers } from './accessibility.js';
import { ConsoleHarness } from './console-harness.js';
import { type ListingUpstream, startListingUpstream } from './listing-upstream.js';

const LONG_NAME = `a-${'very-long-'.repeat(9)}name`;
const COUNT = 200;
const PAGE_SIZE = 50;
const MAX_ROW_PX = 72;
/** Screens, and the last column that fits on each. */
const LAST_COLUMNS = [
  [1440, 'Created'],
  [1280, 'Models'],
  [390, 'Health'],
] as const;

const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

function getRows(page: Page): Locator {
  return page.getByRole('table', { name: 'Channels' }).locator('tbody tr');
}

describe('200 channels in the console', () => {
  const harness = ConsoleHarness.forSuite();
  let upstream: FakeUpstream;
  let admin: Person;

  async function create(settings: object): Promise<string> {
    const { status, body } = await ask(harness.gateway.origin, 'POST /api/channels', {
      headers: admin.headers,
      body: {
        provider: 'openai-compatible',
        base_url: upstream.url,
        api_keys: ['sk-upstream-1'],
        models: ['shared'],
        ...settings,
      },
    });
    expect(status).toBe(201);
    return String(body['id']);
  }

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    admin = await harness.people.signedIn('admin');
    await create({ name: LONG_NAME });
    await create({ name: 'busy', models: ['unpriced'] });
    await create({ name: 'wrong key', api_keys: ['sk-wrong'], models: ['refused'] });
    for (let number = 4; number <= COUNT; number += 1) await create({ name: `channel-${number}` });
    await ask(harness.gateway.origin, 'POST /v1/chat/completions', {
      headers: { authorization: `Bearer ${TEST_TOKEN}` },
      body: { model: 'unpriced', messages: [{ role: 'user', content: 'Hello' }] },
    });
  });

  afterAll(() => upstream.close());

  it('have rows of equal height on one screen, whatever their names', async () => {
    const { page, go } = await harness.visit({ as: admin });
    await go('/channels');
    const long = getRows(page).filter({ hasText: LONG_NAME });
    await long.waitFor();
    const heights = await getRows(page).evaluateAll((rows) =>
      rows.map((row) => (row as { offsetHeight: number }).offsetHeight),
    );
    expect(Math.max(...heights)).toBeLessThanOrEqual(MAX_ROW_PX);
    expect(await findBarriers(page)).toEqual([]);
    for (const [width, last] of LAST_COLUMNS) {
      await page.setViewportSize({ width, height: 800 });
      const column = await page.getByRole('columnheader', { name: last }).boundingBox();
      expect([width, (column?.x ?? width) + (column?.width ?? 0) <= width]).toEqual([width, true]);
      expect([width, await page.evaluate(OVERFLOW)]).toEqual([width, 0]);
    }
  });

  it('that are not tested are counted on the overview, not listed', async () => {
    const { page, go } = await harness.visit({ as: admin });
    await go('/');
    const note = page
      .getByRole('status')
      .filter({ hasText: /tested/ })
      .last();
    await note.waitFor();
    expect((await note.innerText()).length).toBeLessThan(200);
    await note.getByRole('link').last().click();
    await page.getByRole('heading', { level: 1, name: 'Channels' }).waitFor();
  });

  it('are sorted by the figures of the last 24 hours, and an unknown spend is shown as unknown', async () => {
    await eventually(async () => {
      const { body } = await ask(harness.gateway.origin, 'GET /api/requests?model=unpriced', {
        headers: admin.headers,
      });
      return (body['data'] as unknown[]).length === 1;
    });
    const { page, go } = await harness.visit({ as: admin });
    await go('/channels?sort=name');
    await page.getByRole('button', { name: 'Requests (24 h)' }).click();
    await eventually(async () => (await getRows(page).first().innerText()).includes('busy'));
    expect(await getRows(page).first().innerText()).toContain('Unknown');
    expect(await getRows(page).first().innerText()).not.toContain('$0');
    await go('/');
    await page.getByText(/^1 request has no known price$/).waitFor();
  });

  it('are tested all at once, with a result for each, and the run can be stopped', async () => {
    const { page, go } = await harness.visit({ as: admin });
    await go('/channels');
    await page.getByRole('button', { name: 'Test all' }).click();
    const dialog = page.getByRole('dialog', { name: 'Test channels' });
    await dialog.getByRole('button', { name: /^Test \d+ channels$/ }).click();
    await dialog.getByText(/[1-9]\d* of \d+ done/).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await dialog.getByText(/\d+ not run/).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'Test all' }).click();
    await dialog.getByRole('button', { name: /^Test \d+ channels$/ }).click();
    await dialog.getByText(/1 failed/).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().waitFor();
    const failed = dialog.getByRole('listitem').filter({ hasText: 'wrong key' });
    expect(await failed.innerText()).toMatch(/Failed[^]*key/);
  });

  it('are disabled, enabled and deleted together, each with its own result', async () => {
    const { page, watch, go } = await harness.visit({ as: admin });
    watch.expect(/^404 \/api\/channels\//);
    const dialog = page.getByRole('dialog');
    const choose = async (names: readonly string[], verb: string): Promise<void> => {
      for (const name of names)
        await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
      await page
        .getByRole('region', { name: 'Selected channels' })
        .getByRole('button', { name: verb })
        .click();
      for (const name of names) await dialog.getByText(name, { exact: true }).waitFor();
      await dialog.getByRole('button', { name: `${verb} ${names.length} channels` }).click();
      await dialog.getByText(`${names.length} ${verb.toLowerCase()}d`, { exact: true }).waitFor();
      await dialog.getByRole('button', { name: 'Close' }).last().click();
    };
    await go('/channels?search=channel-10');
    await choose(['channel-10', 'channel-100'], 'Disable');
    await eventually(async () => (await getRows(page).filter({ hasText: 'Disabled' }).count()) === 2);
    await choose(['channel-10', 'channel-100'], 'Enable');
    await eventually(async () => (await getRows(page).filter({ hasText: 'Disabled' }).count()) === 0);
    // Another user has deleted one of them in the meantime.
    const { body } = await ask(harness.gateway.origin, 'GET /api/channels?search=channel-101', {
      headers: admin.headers,
    });
    const [{ id } = { id: '' }] = body['data'] as { id: string }[];
    await page.getByRole('checkbox', { name: 'Select channel-101', exact: true }).check();
    await ask(harness.gateway.origin, `DELETE /api/channels/${id}`, { headers: admin.headers });
    await page.getByRole('checkbox', { name: 'Select channel-102', exact: true }).check();
    await page
      .getByRole('region', { name: 'Selected channels' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await dialog.getByRole('button', { name: 'Delete 2 channels' }).click();
    await dialog.getByText(/1 deleted/).waitFor();
    expect(await dialog.getByRole('listitem').filter({ hasText: 'channel-101' }).innerText()).toContain(
      'Failed',
    );
    const { body: audit } = await ask(harness.gateway.origin, 'GET /api/audit?action=channel.delete', {
      headers: admin.headers,
    });
    expect((audit['data'] as { subject: { name: string } }[]).map(({ subject }) => subject.name)).toEqual(
      expect.arrayContaining(['channel-101', 'channel-102']),
    );
  });

  it('are selected a page at a time', async () => {
    const { page, go } = await harness.visit({ as: admin });
    await go('/channels');
    await getRows(page).first().getByRole('link').waitFor();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByText(`${PAGE_SIZE} selected`).waitFor();
    expect(await getRows(page).getByRole('checkbox', { checked: true }).count()).toBe(PAGE_SIZE);
  });
});

describe('connecting a provider in the console', () => {
  const harness = ConsoleHarness.forSuite();
  let upstream: ListingUpstream;

  beforeAll(async () => {
    upstream = await startListingUpstream(['gpt-5-nano']);
  });
  afterAll(() => upstream.close());

  async function visitProvider(provider: string): Promise<Page> {
    const { page, go } = await harness.visit({ as: await harness.people.signedIn('admin') });
    await go(`/channels/connect?provider=${provider}`);
    await page.getByRole('heading', { level: 1, name: /^Connect / }).waitFor();
    return page;
  }

  it('marks no field of Vertex as wrong before anything is typed', async () => {
    const page = await visitProvider('vertex');
    await page.getByRole('switch', { name: 'Sign in as a Google identity' }).click();
    await page.getByLabel('Project').focus();
    await page.getByRole('button', { name: 'Check' }).focus();
    await page.waitForLoadState('networkidle');
    expect(await page.locator('[aria-invalid=true]').count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('shows an error once, with the names that the form uses', async () => {
    const page = await visitProvider('openai-compatible');
    await page.getByLabel('Base URL').fill(upstream.url);
    await page.getByLabel(/^API key/).fill('sk-wrong');
    await page.keyboard.press('Tab');
    await page.getByRole('alert').getByText('Check failed').waitFor();
    const message = await page.getByRole('alert').locator('p').first().innerText();
    expect(await page.getByText(message).count()).toBe(1);
    expect(await page.getByLabel(/^API key/).getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByRole('alert').innerText()).toContain('“API key”');
    expect(await findBarriers(page)).toEqual([]);
  });

  it('keeps the typed values of all settings', async () => {
    const page = await visitProvider('openai-compatible');
    await page.getByLabel('Base URL').fill(upstream.url);
    await page.getByLabel(/^API key/).fill('sk-upstream-1');
    await page.getByRole('link', { name: 'All settings' }).click();
    await page.getByRole('heading', { level: 1, name: 'New channel' }).waitFor();
    expect(await page.getByLabel('Base URL').inputValue()).toBe(upstream.url);
    expect(await page.getByLabel('Key 1').inputValue()).toBe('sk-upstream-1');
    expect(
      await page.evaluate('JSON.stringify([history.state, { ...sessionStorage }, { ...localStorage }])'),
    ).not.toContain('sk-upstream-1');
    // The channel is not saved yet, so the form asks before the page is left.
    await page.getByRole('link', { name: 'Tokens', exact: true }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  });

  it.each(['ollama', 'vllm'])('shows the address of %s', async (provider) => {
    const page = await visitProvider(provider);
    await page.getByLabel('Base URL').waitFor();
    expect(await page.getByLabel('Base URL').getAttribute('placeholder')).toMatch(/^http:\/\/127\.0\.0\.1:/);
  });

  it('links to the page of the provider where keys are created', async () => {
    const page = await visitProvider('openai');
    const link = page.getByRole('link', { name: 'Get an API key' });
    expect(await link.getAttribute('href')).toBe('https://platform.openai.com/api-keys');
    expect(await link.getAttribute('rel')).toContain('noreferrer');
  });
});
