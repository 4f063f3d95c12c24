import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { type Page } from 'playwright-core';
import { TEST_TOKEN, eventually } from '../../harness/index.js';
import { findBarriers } from './accessibility.js';
import { type ConsoleHarness } from './console-harness.js';
import { TABLE_OVERFLOW } from './page-scripts.js';
import { askModel, untilRecorded } from './recorded-requests.js';

const MODELS = ['sandbox-chat', 'm'];
const SCREEN = { width: 1440, height: 900 };
const MIN_ROWS = 16;
const LONG_NAME = `a-model-with-${'a-very-long-'.repeat(4)}name`;

/** How many rows of the list are on the screen. */
const ROWS_ON_SCREEN = `[...document.querySelectorAll('table[aria-label=Requests] tbody tr')]
  .filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length`;

const COLUMN_NAMES = `[...document.querySelectorAll('table[aria-label=Requests] th')]
  .map((header) => header.innerText.trim())`;

/** Toggles settings of the table, and closes the settings. */
async function setTable(page: Page, ...labels: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Table settings' }).click();
  for (const label of labels) await page.getByRole('dialog').getByLabel(label, { exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** The list of requests, and the page of one. */
export function testRequests(harness: ConsoleHarness): void {
  it('are found by filter, sorted, and the filters are in the address', async () => {
    const admin = await harness.people.signedIn('admin');
    // Requests of earlier tests would be counted too.
    await harness.gateway.database.query('DELETE FROM usage_events');
    for (const model of MODELS) await askModel(harness.gateway, model);
    await askModel(harness.gateway, 'sandbox-chat', { content: '[[status=400]] Hello' });
    await askModel(harness.gateway, 'sandbox-chat', { content: '[[delay=300]] Hello' });
    await untilRecorded(harness.gateway, admin, { filter: '', count: 4 });
    const { page, go } = await harness.visit({ as: admin });
    const rows = page.getByRole('table', { name: 'Requests' }).locator('tbody tr');
    const count = (wanted: number) => eventually(async () => (await rows.count()) === wanted);
    await go('/requests');
    await count(4);

    await page.getByRole('combobox', { name: 'Outcome', exact: true }).click();
    await page.getByRole('option', { name: 'Any error' }).click();
    await count(1);
    expect(new URL(page.url()).searchParams.get('outcome')).toBe('error');
    await page.reload();
    await count(1);
    await page.goBack();
    await count(4);
    await page.getByRole('combobox', { name: 'Model', exact: true }).click();
    await page.getByRole('option', { name: 'sandbox-chat' }).click();
    await count(3);

    await page.getByRole('button', { name: 'Duration' }).click();
    const header = page.getByRole('columnheader', { name: 'Duration' });
    await eventually(async () => (await header.getAttribute('aria-sort')) === 'descending');
    await eventually(async () => !(await page.getByLabel('Loading').first().isVisible()));
    const slowest = await rows.first().getByRole('link').getAttribute('href');
    await rows.first().getByRole('link').click();
    await page.getByRole('heading', { name: 'Attempts' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(slowest);
    await page.goBack();
    await count(3);
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-duration_ms');
    expect(await rows.first().getByRole('link').getAttribute('href')).toBe(slowest);
  });

  it('are counted, exported, saved as a view, and shown as they arrive', async () => {
    const admin = await harness.people.signedIn('admin');
    await askModel(harness.gateway, 'm', { session: 'listed' });
    await untilRecorded(harness.gateway, admin, { filter: 'session=listed', count: 1 });
    const { page, go } = await harness.visit({ as: admin });
    await go('/requests?session=listed');
    const rows = page.getByRole('table', { name: 'Requests' }).locator('tbody tr');
    await page.getByText('1 request', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const file = await (await downloading).path();
    expect((await readFile(file, 'utf8')).split('\r\n')).toHaveLength(3);

    await page.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByRole('menuitem', { name: 'Save or delete' }).click();
    await page.getByLabel('Save the current filters as').fill('One session');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Delete One session' }).waitFor();
    await page.keyboard.press('Escape');
    await go('/requests');
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByRole('menuitem', { name: 'One session' }).click();
    await page.getByText('1 request', { exact: true }).waitFor();

    await page.getByRole('switch', { name: 'Live' }).click();
    await askModel(harness.gateway, 'm', { session: 'listed' });
    await eventually(async () => (await rows.count()) === 2);
    await page.setViewportSize({ width: 390, height: 844 });
    await page
      .getByRole('list', { name: 'Requests' })
      .getByRole('listitem')
      .nth(1)
      .getByRole('link')
      .first()
      .click();
    await page.getByRole('heading', { name: 'Attempts' }).waitFor();
    // By now more than one channel serves the model.
    const attempted = page.getByRole('region', { name: 'Attempts' }).getByRole('link');
    await attempted.filter({ hasText: /^(?:main|good)$/ }).waitFor();
  });

  it('of a session are found by a click, and summed', async () => {
    const admin = await harness.people.signedIn('admin');
    const session = '01a1e5cf-7273-7940-953f-4cad563b8d1a';
    for (const id of [session, session, 'another'])
      await askModel(harness.gateway, 'sandbox-chat', { session: id });
    await untilRecorded(harness.gateway, admin, { filter: `session=${session}`, count: 2 });
    const { page, go } = await harness.visit({ as: admin });
    const rows = page.getByRole('table', { name: 'Requests' }).locator('tbody tr');
    const count = (wanted: number) => eventually(async () => (await rows.count()) === wanted);
    await go('/usage?group=session&period=24h&measure=requests');
    await page.getByRole('link', { name: session }).click();
    await count(2);
    expect(await page.getByRole('textbox', { name: 'Session' }).inputValue()).toBe(session);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: '01a1e5cf…b8d1a' }).first().click();
    await count(2);
    await rows.first().getByRole('link').click();
    await page.getByRole('link', { name: 'View all requests of this session' }).click();
    await count(2);
    expect(new URL(page.url()).searchParams.get('session')).toBe(session);
  });

  it('that do not exist show a message', async () => {
    const { page, watch, go } = await harness.visit({ as: await harness.people.signedIn('admin') });
    watch.expect(/^404 \/api\/requests\/req_/);
    await go('/requests/req_00000000000000000000000000000000');
    await page.getByText('No request with this ID').waitFor();
    expect(await page.getByText('members').count()).toBe(0);
  });

  it('fill the screen, in the chosen density and with the chosen columns', async () => {
    const admin = await harness.people.signedIn('admin');
    for (let count = 0; count < MIN_ROWS + 4; count += 1) await askModel(harness.gateway, 'm');
    await askModel(harness.gateway, LONG_NAME, { session: 'a-session-of-this-test' });
    await untilRecorded(harness.gateway, admin, { filter: 'model=m', count: MIN_ROWS + 4 });
    await untilRecorded(harness.gateway, admin, { filter: `model=${LONG_NAME}`, count: 1 });
    const { page, go } = await harness.visit({ as: admin, viewport: SCREEN });
    const countRows = (): Promise<number> => page.evaluate<number>(ROWS_ON_SCREEN);
    const columns = (): Promise<string[]> => page.evaluate<string[]>(COLUMN_NAMES);
    await go('/requests');
    await eventually(async () => (await countRows()) >= MIN_ROWS);
    expect(await columns()).toEqual(expect.arrayContaining(['Channel']));
    await page.getByTitle(LONG_NAME).waitFor();
    expect(await page.evaluate(TABLE_OVERFLOW)).toEqual([0]);
    await setTable(page, 'Comfortable', 'Owner', 'Channel');
    await eventually(async () => (await countRows()) < MIN_ROWS);
    await page.reload();
    await page.getByRole('columnheader', { name: 'Owner' }).waitFor();
    await eventually(async () => (await countRows()) > 0);
    expect(await countRows()).toBeLessThan(MIN_ROWS);
    expect(await columns()).not.toContain('Channel');
    expect(await findBarriers(page)).toEqual([]);
    // With more columns than fit, the settings stay visible.
    await setTable(page, 'Channel', 'Operation', 'Format', 'Client', 'Error code', 'First byte');
    await page.getByRole('columnheader', { name: 'First byte' }).waitFor();
    const settings = await page.getByRole('button', { name: 'Table settings' }).boundingBox();
    expect((settings?.x ?? SCREEN.width) + (settings?.width ?? 0)).toBeLessThan(SCREEN.width);
    // The density applies to all tables.
    await go('/tokens');
    await page.getByRole('button', { name: 'Table settings' }).click();
    await page.getByRole('radio', { name: 'Comfortable', checked: true }).waitFor();
  });

  it('are copied as a curl command that sends such a request', async () => {
    const admin = await harness.people.signedIn('admin');
    await askModel(harness.gateway, 'sandbox-chat', { session: 'copied', members: { temperature: 0.5 } });
    await untilRecorded(harness.gateway, admin, { filter: 'session=copied', count: 1 });
    const { page, context, go } = await harness.visit({ as: admin });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await go('/requests?session=copied');
    await page.getByRole('table', { name: 'Requests' }).locator('tbody').getByRole('link').click();
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const command = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(command).toContain('"temperature": 0.5');
    const { stdout } = await promisify(execFile)('sh', ['-c', command], {
      env: { ...process.env, MODELGATE_TOKEN: TEST_TOKEN },
    });
    expect(JSON.parse(stdout)).toMatchObject({ object: 'chat.completion', model: 'sandbox-chat' });
  });
}
