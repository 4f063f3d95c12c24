import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Locator, type Page } from 'playwright-core';
import { type FakeUpstream, startFakeUpstream } from '../../fake-upstream/index.js';
import { TEST_TOKEN, eventually } from '../../harness/index.js';
import { builtAssets } from '../../web/built-web.js';
import { graveFindings } from './accessibility.js';
import { ConsoleHarness, type Visit } from './console-harness.js';
import { type Furniture, furnish } from './furnish.js';
import { Playground } from './playground.js';
import { toneFile } from './tone-file.js';

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

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
  '/requests',
  '/requests/{requestId}',
  '/requests/{failedRequestId}',
  '/tasks',
  '/tasks/{taskId}',
  '/usage',
  '/usage?group=session',
  '/catalog',
  '/catalog/gpt-5-nano',
  '/users',
  '/users/{userId}',
  '/owners/{team}',
  '/settings',
  '/settings?tab=admin-tokens',
  '/settings?tab=webhooks',
  '/audit?subject_id=gpt-5-nano',
  '/audit',
  '/account',
];

/** Beside the console: the reference and the guide. */
const DOCS = ['/docs', '/docs/api/chat', '/docs/guide', '/docs/guide/limits', '/docs/search?q=retry-after'];

/** What a page shows while it is not all there. */
const UNFINISHED = '.mantine-Skeleton-root, .mantine-Loader-root';

/** Waits for what is on its way to another place or colour, but not for what moves for good. */
const COME_TO_REST = `new Promise(requestAnimationFrame).then(() =>
  Promise.allSettled(
    document.getAnimations()
      .filter((animation) => animation.effect.getTiming().iterations !== Infinity)
      .map((animation) => animation.finished),
  ),
).then(() => undefined)`;

const STYLES_THAT_MISS = `[...document.querySelectorAll('link[rel=stylesheet]')]
  .filter(({ sheet }) => (sheet?.cssRules.length ?? 0) === 0).map(({ href }) => href)`;

/**
 * Runs in the page: gives each declaration with light-dark(), of all style sheets of the build, to an element of its own, and
 * reads what the browser computes.
 */
const READ_THEMED_COLOURS = `async (names) => {
  const folder = document.querySelector('link[rel=stylesheet]').href.replace(/[^/]+$/, '');
  const rulesOf = async (name) => {
    const sheet = new CSSStyleSheet();
    await sheet.replace(await (await fetch(folder + name)).text());
    return [...sheet.cssRules];
  };
  const flatten = (rule) => [rule, ...[...(rule.cssRules ?? [])].flatMap(flatten)];
  const rules = (await Promise.all(names.map(rulesOf))).flat().flatMap(flatten);
  const found = [];
  for (const { selectorText, cssText } of rules.filter(({ style }) => style !== undefined)) {
    for (const [, property, value] of cssText.matchAll(/([\\w-]+):([^;{}]*light-dark\\([^;{}]*);/g)) {
      const probe = document.body.appendChild(document.createElement('div'));
      probe.style.setProperty(property, value);
      const { color, backgroundColor, borderTopColor } = getComputedStyle(probe);
      const colour = property === 'color' ? color : property.startsWith('border') ? borderTopColor : backgroundColor;
      found.push([selectorText + ' ' + property, colour]);
      probe.remove();
    }
  }
  return found;
}`;

const FOCUSED_FIELD = 'document.activeElement?.dataset.path';

async function expectWrong(...fields: Locator[]): Promise<void> {
  for (const field of fields)
    await eventually(async () => (await field.getAttribute('aria-invalid')) === 'true', 10_000);
}

async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await eventually(async () => (await page.locator(UNFINISHED).count()) === 0, 15_000);
  await page.evaluate(COME_TO_REST);
}

/** What reaches over the right edge, where that makes the whole page scroll. */
const SIDEWAYS = `document.documentElement.scrollWidth <= document.documentElement.clientWidth ? [] :
  [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
    .map((element) => 'too wide for a phone: ' + element.outerHTML.slice(0, 120))
    .slice(0, 5)`;

/** What is wrong with the page in either colour, or on a phone. */
async function inspect(page: Page): Promise<string[]> {
  await settle(page);
  const light = await graveFindings(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await settle(page);
  const dark = await graveFindings(page, ['color-contrast']);
  await page.setViewportSize(PHONE);
  await settle(page);
  const sideways = await page.evaluate<string[]>(SIDEWAYS);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(DESKTOP);
  return [...light, ...dark.map((finding) => `in the dark: ${finding}`), ...sideways];
}

describe('every page of the console', () => {
  const harness = ConsoleHarness.forSuite();
  let upstream: FakeUpstream;
  let furniture: Furniture;
  let signedIn: Visit;
  let open: Visit;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    const { people, gateway } = harness;
    const admin = await people.signedIn('admin');
    const owned = { origin: gateway.origin, admin, owner: await people.signedIn('member') };
    furniture = await furnish(owned, upstream.url);
    signedIn = await harness.visit({ as: admin, isLasting: true, viewport: DESKTOP, colorScheme: 'light' });
    open = await harness.visit({ isLasting: true, viewport: DESKTOP, colorScheme: 'light' });
  });

  afterAll(() => upstream.close());

  it.each(PAGES)('%s is for everybody, in both colours and on a phone', async (pattern) => {
    await signedIn.turnTo(pattern.replaceAll(/\{(\w+)\}/g, (_, name: keyof Furniture) => furniture[name]));
    expect(await inspect(signedIn.page)).toEqual([]);
  });

  it.each(OPEN)('%s is, too, without signing in', async (path) => {
    await open.go(path);
    expect(await inspect(open.page)).toEqual([]);
  });

  it.each(DOCS)('%s is, too', async (path) => {
    await open.page.goto(harness.gateway.origin + path);
    expect(await inspect(open.page)).toEqual([]);
  });

  it('has every colour that depends on the theme, as light and as dark', async () => {
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

  it('shows a page, and in its styles, when its files do not arrive at first', async () => {
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

  it.each(['new', '{channelId}/edit'])('/channels/%s tells all that is wrong at once', async (pattern) => {
    const { page, watch, go } = await harness.visit({ as: await harness.people.signedIn('admin') });
    watch.expect(/^4\d\d \/api\/channels/);
    await go(`/channels/${pattern.replace('{channelId}', furniture.channelId)}`);
    const isNew = pattern === 'new';
    if (isNew) await page.getByRole('radio', { name: 'OpenAI-compatible' }).click();
    const submit = page.getByRole('button', { name: isNew ? 'Create the channel' : 'Save', exact: true });
    const models = page.getByLabel(/^Models/).and(page.locator('input'));
    const address = page.getByLabel('Base URL');
    await address.fill('no address');
    await models.fill('a//b');
    await page.keyboard.press('Enter');
    await submit.click();
    await expectWrong(address, models);
    await eventually(async () => (await page.evaluate(FOCUSED_FIELD)) === 'texts.base_url');
    // What the form finds itself comes with what the gateway would refuse.
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    if (isNew) await page.getByRole('radio', { name: 'Anthropic', exact: true }).click();
    await name.fill('');
    await address.fill('still no address');
    await submit.click();
    await expectWrong(name, address, ...(isNew ? [page.getByLabel('Key 1')] : []));
    await eventually(async () => (await page.evaluate(FOCUSED_FIELD)) === 'name');
  });

  it('the docs lead from a search to an endpoint, which can be tried', async () => {
    const { page } = open;
    await page.goto(`${harness.gateway.origin}/docs`);
    await page.getByRole('searchbox', { name: 'Search the docs' }).fill('chat completions');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'POST /v1/chat/completions', exact: true }).click();
    const endpoint = page.getByRole('region', { name: 'Answer a conversation, in OpenAI’s chat format' });
    await endpoint.getByText('Kinds of messages').click();
    await endpoint.getByRole('tab', { name: 'Python' }).click();
    await endpoint.getByText('from openai import OpenAI').waitFor();
    await endpoint.getByText('Try it', { exact: true }).click();
    await endpoint.getByLabel('API token', { exact: true }).fill(TEST_TOKEN);
    await endpoint.getByRole('button', { name: 'Use it' }).click();
    await endpoint.getByRole('button', { name: /^Send/ }).click();
    await endpoint.getByText('Status 200').waitFor();
    await endpoint.getByLabel('the answer', { exact: true }).getByText('chat.completion').waitFor();
    expect(await graveFindings(page)).toEqual([]);
  });

  it('the docs send a file that somebody has chosen', async () => {
    const { page } = open;
    await page.goto(`${harness.gateway.origin}/docs/api/audio`);
    const endpoint = page.getByRole('region', { name: 'Write down what is said', exact: true });
    await endpoint.getByText('Try it', { exact: true }).click();
    await endpoint.getByLabel('API token', { exact: true }).fill(TEST_TOKEN);
    await endpoint.getByRole('button', { name: 'Use it' }).click();
    const send = endpoint.getByRole('button', { name: /^Send/ });
    await send.click();
    await endpoint.getByText('Choose a file.', { exact: true }).waitFor();
    expect(await graveFindings(page)).toEqual([]);
    await endpoint
      .locator('input[type=file]')
      .setInputFiles({ name: 'tone.wav', mimeType: 'audio/wav', buffer: toneFile(1) });
    await endpoint.getByRole('textbox', { name: 'model' }).fill('sandbox-transcribe');
    await send.click();
    await endpoint.getByText('Status 200').waitFor();
  });

  it('so is the playground with an answer, and what it shows aside', async () => {
    const { page, turnTo } = open;
    await turnTo('/playground');
    const chat = new Playground(page);
    await chat.useToken(TEST_TOKEN);
    await chat.say('[[reasoning]] Some `code`, and a long line of it:\n```js\nconst a = 1;\n```');
    expect(await inspect(page)).toEqual([]);
    await page.getByRole('button', { name: 'View code' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await graveFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it.each(TABS)('so is the playground for %s', async (tab) => {
    await open.turnTo(`/playground/${tab}`);
    await new Playground(open.page).ready();
    expect(await inspect(open.page)).toEqual([]);
  });
});
