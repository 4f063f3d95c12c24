import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Locator } from 'playwright-core';
import { TEST_TOKEN, eventually } from '../../harness/index.js';
import { builtAssets } from '../../web/built-web.js';
import { ConsoleHarness, type Visit } from './console-harness.js';
import { testDocs } from './docs.cases.js';
import { type SampleObjects, createSampleObjects } from './sample-objects.js';
import { DESKTOP, inspect, inspectBriefly, settle } from './inspect-page.js';
import { type ListingUpstream, startListingUpstream } from './listing-upstream.js';
import { testOpenParts } from './open-parts.cases.js';
import { READ_THEMED_COLOURS, STYLES_THAT_MISS } from './page-scripts.js';
import { Playground } from './playground.js';

const OPEN = ['/sign-in', '/no/such/page', '/playground'];
const TABS = ['image', 'speech', 'transcription', 'embeddings', 'rerank', 'moderation', 'video', 'realtime'];
const PAGES = [
  '/',
  '/tokens',
  '/tokens/new',
  '/tokens/{tokenId}',
  '/tokens/{tokenId}/edit',
  '/channels',
  '/channels/new',
  '/channels/connect',
  '/channels/{channelId}',
  '/channels/{channelId}/edit',
  '/models',
  '/models/sandbox-chat',
  '/models/sandbox-chat/edit',
  '/models/gpt-5-nano',
  '/models/no-such-model',
  '/models/no-such-model/edit',
  '/requests',
  '/requests/{requestId}',
  '/requests/{failedRequestId}',
  '/requests/{refusedRequestId}',
  '/tasks',
  '/tasks/{taskId}',
  '/usage',
  '/usage?group=session',
  '/catalog',
  '/catalog/gpt-5-nano',
  '/users',
  '/users/{userId}',
  '/owners',
  '/owners/{team}',
  '/owners/no-such-owner',
  '/settings',
  '/settings?tab=admin-tokens',
  '/settings?tab=webhooks',
  '/audit?subject_id=gpt-5-nano',
  '/audit',
  '/account',
];

/** Pages of the list above that members see differently, and the page that they see in place of an admin page. */
const MEMBER_PAGES = [
  '/',
  '/tokens',
  '/tokens/new',
  '/tokens/{tokenId}',
  '/tokens/{tokenId}/edit',
  '/requests',
  '/requests/{requestId}',
  '/requests/{failedRequestId}',
  '/tasks',
  '/tasks/{taskId}',
  '/usage',
  '/catalog',
  '/catalog/gpt-5-nano',
  '/catalog/no-such-model',
  '/account',
  '/channels',
];

const FOCUSED_FIELD = 'document.activeElement?.dataset.path';

async function expectWrong(...fields: Locator[]): Promise<void> {
  for (const field of fields)
    await eventually(async () => (await field.getAttribute('aria-invalid')) === 'true');
}

describe('every page of the console', () => {
  const harness = ConsoleHarness.forSuite({
    gateway: () => ({ environment: { MODELGATE_HOMEPAGE_MODELS: 'on' } }),
  });
  let upstream: ListingUpstream;
  let furniture: SampleObjects;
  let signedIn: Visit;
  let asMember: Visit;
  let open: Visit;
  const fill = (pattern: string): string =>
    pattern.replaceAll(/\{(\w+)\}/g, (_, name: keyof SampleObjects) => furniture[name]);

  beforeAll(async () => {
    upstream = await startListingUpstream(['m', 'gpt-5-nano', 'another-model']);
    const { people, gateway } = harness;
    const admin = await people.signedIn('admin');
    const owner = await people.signedIn('member');
    furniture = await createSampleObjects({ origin: gateway.origin, admin, owner }, upstream.url);
    const options = { isLasting: true, viewport: DESKTOP, colorScheme: 'light' } as const;
    signedIn = await harness.visit({ as: admin, ...options });
    asMember = await harness.visit({ as: owner, ...options });
    open = await harness.visit(options);
    for (const { watch } of [signedIn, asMember]) watch.expect(/^404 \/api\/.*\/no-such-/);
  });

  afterAll(() => upstream.close());

  it.each(PAGES)('%s is accessible, in both themes and on a phone', async (pattern) => {
    await signedIn.navigateTo(fill(pattern));
    expect(await inspect(signedIn.page)).toEqual([]);
  });

  it.each(MEMBER_PAGES)('%s is accessible for a member too', async (pattern) => {
    await asMember.navigateTo(fill(pattern));
    expect(await inspectBriefly(asMember.page)).toEqual([]);
  });

  it.each(OPEN)('%s is accessible without signing in too', async (path) => {
    await open.go(path);
    expect(await inspect(open.page)).toEqual([]);
  });

  testDocs(() => ({ visit: open, origin: harness.gateway.origin }));
  testOpenParts(() => ({ visit: signedIn, fill }));

  it('a list with a selected row is accessible too', async () => {
    const { page, navigateTo } = signedIn;
    await navigateTo('/channels');
    await page.getByRole('row').nth(1).getByRole('checkbox').check();
    await page.getByText('1 selected').waitFor();
    expect(await inspect(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear selection' }).click();
  });

  it('defines every colour that depends on the theme for light and dark', async () => {
    const names = readdirSync(builtAssets).filter((name) => name.endsWith('.css'));
    await open.go('/playground');
    const read = (): Promise<[rule: string, colour: string][]> =>
      open.page.evaluate(`(${READ_THEMED_COLOURS})(${JSON.stringify(names)})`);
    const light = await read();
    await open.page.emulateMedia({ colorScheme: 'dark' });
    await settle(open.page);
    const dark = new Map(await read());
    await open.page.emulateMedia({ colorScheme: 'light' });
    expect(light.length).toBeGreaterThan(15);
    const same = light.filter(([rule, colour]) => !/rgba?\(/.test(colour) || dark.get(rule) === colour);
    expect(same).toEqual([]);
  });

  it('loads a page and its styles again when the first attempt fails', async () => {
    const { page, watch, go } = await harness.visit({ as: await harness.people.signedIn('admin') });
    await go('/account');
    await settle(page);
    const lost = new Set<string>();
    watch.expect(/^error: Failed to load resource: net::ERR_CONNECTION_RESET at .*\/assets\//);
    await page.route('**/console/assets/*', (route) => {
      const name = new URL(route.request().url()).pathname;
      const isFirst = lost.size < lost.add(name).size;
      return isFirst ? route.abort('connectionreset') : route.continue();
    });
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    expect([...lost].map((name) => name.slice(name.lastIndexOf('.')))).toEqual(
      expect.arrayContaining(['.js', '.css']),
    );
    expect(await page.evaluate(STYLES_THAT_MISS)).toEqual([]);
  });

  it.each(['new', '{channelId}/edit'])('/channels/%s shows all errors at once', async (pattern) => {
    const { page, watch, go } = await harness.visit({ as: await harness.people.signedIn('admin') });
    watch.expect(/^4\d\d \/api\/channels/);
    await go(`/channels/${pattern.replace('{channelId}', furniture.channelId)}`);
    const isNew = pattern === 'new';
    if (isNew) await page.getByRole('radio', { name: 'OpenAI-compatible' }).click();
    const submit = page.getByRole('button', { name: isNew ? 'Create channel' : 'Save', exact: true });
    const models = page.getByLabel(/^Models/).and(page.locator('input'));
    const address = page.getByLabel('Base URL');
    await address.fill('no address');
    await models.fill('a//b');
    await page.keyboard.press('Enter');
    await submit.click();
    await expectWrong(address, models);
    await eventually(async () => (await page.evaluate(FOCUSED_FIELD)) === 'texts.base_url');
    // Errors that the form finds are shown together with those of the gateway.
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    if (isNew) await page.getByRole('radio', { name: 'Anthropic', exact: true }).click();
    await name.fill('');
    await address.fill('still no address');
    await submit.click();
    await expectWrong(name, address, ...(isNew ? [page.getByLabel('Key 1')] : []));
    await eventually(async () => (await page.evaluate(FOCUSED_FIELD)) === 'name');
  });

  it('the playground with a response and its side panels is accessible too', async () => {
    const { page, navigateTo } = open;
    await navigateTo('/playground');
    const chat = new Playground(page);
    await chat.useToken(TEST_TOKEN);
    await chat.say('[[reasoning]] Some `code`, and a long line of it:\n```js\nconst a = 1;\n```');
    expect(await inspect(page)).toEqual([]);
    for (const name of ['View code', 'Raw']) {
      await page.getByRole('button', { name }).first().click();
      await page.getByRole('dialog').waitFor();
      expect(await inspectBriefly(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  });

  it.each(TABS)('the playground for %s is accessible too', async (tab) => {
    await open.navigateTo(`/playground/${tab}`);
    await new Playground(open.page).ready();
    expect(await inspect(open.page)).toEqual([]);
  });
});
