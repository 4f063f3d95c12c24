import { describe, expect, it } from '@jest/globals';
import { RefusalJournal } from '#metering';
import { ask } from '../../admin/ask.js';
import { eventually } from '../../harness/index.js';
import { findBarriers } from './accessibility.js';
import { fillWeeks } from './busy-week.js';
import { ConsoleHarness } from './console-harness.js';

describe('the console', () => {
  const harness = ConsoleHarness.forSuite();

  it('shows days and times in the chosen zone, and zooms by dragging', async () => {
    const admin = await harness.people.signedIn('admin');
    await fillWeeks(harness.gateway.database);
    const { page, go } = await harness.visit({ as: admin, timezoneId: 'Asia/Kolkata' });
    const zones: (string | null)[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/usage' && searchParams.get('interval') === 'day')
        zones.push(searchParams.get('time_zone'));
    });
    await go('/usage?period=30d');
    const chart = page.getByRole('figure');
    await chart.getByText(/\(UTC\+5:30\)/).waitFor();
    await page.getByRole('radiogroup', { name: 'Time zone' }).getByText('UTC').click();
    await chart.getByText(/^UTC · Drag to zoom/).waitFor();
    expect(new Set(zones).size).toBe(2);
    expect(zones.at(-1)).toBe('UTC');
    await page.reload();
    await chart.getByText(/^UTC · Drag to zoom/).waitFor();
    const drawing = chart.getByRole('img');
    const box = await drawing.boundingBox();
    if (box === null) throw new Error('the chart is not drawn');
    await page.mouse.move(box.x + box.width / 2, box.y + 50);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.75, box.y + 50, { steps: 5 });
    await page.mouse.up();
    await page.waitForURL(/from=.*&to=/);
    const { searchParams } = new URL(page.url());
    for (const name of ['from', 'to']) expect(searchParams.get(name)).toMatch(/T00:00:00\.000Z$/);
    expect(await page.getByLabel('From, UTC').inputValue()).toMatch(/T00:00$/);
  });

  it('reads the expiry of a token in the chosen zone, and shows exact times on keyboard focus', async () => {
    const admin = await harness.people.signedIn('admin');
    const { page, go } = await harness.visit({ as: admin, timezoneId: 'Asia/Kolkata' });
    await go('/tokens/new');
    await page.getByLabel('Name').fill('expiring');
    await page.getByLabel('Expires', { exact: true }).fill('2030-01-02T05:30');
    await page.getByText(/Time zone: Asia\/\w+ \(UTC\+5:30\)\./).waitFor();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Show times in UTC' }).click();
    await page.getByText('Time zone: UTC.').waitFor();
    expect(await page.getByLabel('Expires', { exact: true }).inputValue()).toBe('2030-01-02T00:00');
    const [response] = await Promise.all([
      page.waitForResponse((answer) => answer.url().endsWith('/api/tokens') && answer.status() === 201),
      page.getByRole('button', { name: 'Create token' }).click(),
    ]);
    expect(await response.json()).toMatchObject({ expires_at: '2030-01-02T00:00:00.000Z' });

    const list = await harness.visit({ as: admin, timezoneId: 'Asia/Kolkata' });
    await list.go('/tokens');
    const table = list.page.getByRole('table', { name: 'Tokens' });
    await table.getByRole('columnheader', { name: 'Created (UTC+5:30)' }).waitFor();
    await list.page.keyboard.press('Tab');
    await table.locator('time').first().focus();
    await list.page.getByRole('tooltip', { name: /UTC\+5:30$/ }).waitFor();
    await list.page.keyboard.press('Escape');
    await list.page.getByRole('tooltip').waitFor({ state: 'hidden' });
  });

  it('links figures and charts to the requests behind them, and zooms into the spend of an owner', async () => {
    const admin = await harness.people.signedIn('admin');
    await fillWeeks(harness.gateway.database);
    const { page, go } = await harness.visit({ as: admin });
    await go('/usage?period=30d&measure=errors');
    const link = async (name: string | RegExp): Promise<URLSearchParams> => {
      const to = await page.getByRole('link', { name }).first().getAttribute('href');
      return new URL(to ?? '', 'http://localhost').searchParams;
    };
    expect(String(await link('View errors'))).toBe('period=30d&outcome=error');
    expect(String(await link(/^Spend: /))).toBe('period=30d&sort=-cost_usd');
    expect(String(await link(/^Estimated: /))).toBe('period=30d&estimated=true');
    await ask(harness.gateway.origin, 'POST /api/tokens', {
      headers: admin.headers,
      body: { name: 'busy', owner: 'busy' },
    });
    await go('/owners/busy');
    const chart = page.getByRole('figure', { name: 'Spend per day' });
    const box = await chart.getByRole('img').boundingBox();
    if (box === null) throw new Error('the chart is not drawn');
    await page.mouse.move(box.x + box.width / 2, box.y + 50);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + 50, { steps: 5 });
    await page.mouse.up();
    await page.waitForURL(/from=.*&to=/);
    const from = new URL(page.url()).searchParams.get('from');
    await eventually(async () => {
      const zoomed = await link(/ in \S+ requests?$/);
      return zoomed.get('owner') === 'busy' && zoomed.get('from') === from;
    });
    await page.getByRole('button', { name: 'Show the last 30 days' }).click();
    await page.getByText('Last 30 days').waitFor();
  });

  it('counts refusals by named hours, filters by names that have only refusals, and shows their reason', async () => {
    const admin = await harness.people.signedIn('admin');
    const { origin } = harness.gateway;
    const { body } = await ask(origin, 'POST /api/tokens', {
      headers: admin.headers,
      body: { name: 'refused only' },
    });
    const { status } = await ask(origin, 'POST /v1/chat/completions', {
      headers: { authorization: `Bearer ${String(body['key'])}` },
      body: { model: 'no-such-model', messages: [{ role: 'user', content: 'Hello' }] },
    });
    expect(status).toBe(404);
    await harness.gateway.get(RefusalJournal).flush();
    const { page, go } = await harness.visit({ as: admin });
    await go('/requests?period=24h');
    await page.getByRole('combobox', { name: 'Outcome', exact: true }).click();
    await page.getByRole('option', { name: 'Refused by the gateway' }).click();
    await page.waitForURL(/outcome=refused/);
    await page.getByText(/^1 request was refused since \d+ \w+, \d\d:00:00 UTC\./).waitFor();
    await page.getByRole('combobox', { name: 'Model' }).click();
    await page.getByRole('option', { name: 'no-such-model' }).click();
    await page.getByRole('combobox', { name: 'Token' }).click();
    await page.getByRole('option', { name: 'refused only' }).click();
    await page.waitForURL(/model=no-such-model.*token=/);
    const rows = page.getByRole('table', { name: 'Requests' }).locator('tbody tr');
    await rows.getByText('refused only').waitFor();
    await page.getByRole('button', { name: '1 × Model not found (refused only)' }).click();
    await page.waitForURL(/outcome=model-not-found/);
    await rows.getByText('Model not found').waitFor();
    expect(await rows.count()).toBe(1);

    await rows.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'no-such-model, chat' }).waitFor();
    const alert = page.getByRole('alert');
    await alert.getByText('The model "no-such-model" does not exist').waitFor();
    expect(await alert.innerText()).toContain('No provider was called and nothing was charged.');
    const response = page.getByRole('region', { name: 'Response' });
    expect(await response.innerText()).toMatch(/404[^]*model_not_found[^]*model/);
    expect(await page.getByRole('region', { name: 'Request', exact: true }).innerText()).toContain(
      'POST /v1/chat/completions',
    );
    expect(await page.getByRole('heading', { name: 'Attempts' }).count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
  });

  it('keeps the focus on the page after a token is created', async () => {
    const { page, go } = await harness.visit({ as: await harness.people.signedIn('admin') });
    await go('/tokens/new');
    await page.getByLabel('Name').fill('for the keyboard');
    await page.getByRole('button', { name: 'Create token' }).press('Enter');
    const heading = page.getByRole('heading', { name: /^Copy the key now/ });
    await heading.and(page.locator(':focus')).waitFor();
    expect(await page.locator(':focus').count()).toBe(1);
  });
});
