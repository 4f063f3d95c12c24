import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Page } from 'playwright-core';
import { ask } from '../../admin/ask.js';
import { type OwnedObjects, answeredRequest, cancelledTask, ownedToken } from '../../admin/owned-objects.js';
import { type FakeUpstream, startFakeUpstream } from '../../fake-upstream/index.js';
import { TEST_TOKEN, channelTo, eventually } from '../../harness/index.js';
import { ConsoleHarness, type Visit } from './console-harness.js';
import { HOSTILE_NAME, HOSTILE_TEXTS } from './hostile-texts.js';
import { Playground } from './playground.js';

const ALL = HOSTILE_TEXTS.join('\n\n');
const FEW = 7;

/** What a text must never become: an active element, or a link to anything but a page. */
const EFFECTS = `[
  ...document.querySelectorAll(
    'main iframe, main object, main embed, main script, main style:not([data-mantine-styles]), main base, main meta, main link, main marquee',
  ),
  ...[...document.querySelectorAll('main a[href], main form[action], main [formaction], main [src]')].filter(
    (element) => /^\\s*(javascript|vbscript|data:text)/i.test(
      element.getAttribute('href') ?? element.getAttribute('src') ?? element.getAttribute('action') ?? '',
    ),
  ),
  ...[...document.querySelectorAll('main *')].filter((element) =>
    element.getAttributeNames().some((name) => name.startsWith('on')),
  ),
].map((element) => element.outerHTML.slice(0, 200))`;

/** Returns the effects of the texts on this page, other than being shown. */
function findHarm(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...${EFFECTS}, ...(window.__xss === undefined ? [] : ['it ran'])]`);
}

/** A reply is plain text until the Markdown renderer is loaded. */
function isRendered(chat: Playground): Promise<void> {
  return chat.replies.last().getByRole('button', { name: 'Copy the code' }).first().waitFor();
}

/** One event of a chat stream. */
function chunk(delta: object, finish: string | null = null): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: finish }],
  };
}

describe('hostile texts', () => {
  let upstream: FakeUpstream;
  const harness = ConsoleHarness.forSuite({
    gateway: async () => {
      upstream = await startFakeUpstream();
      return { channels: [channelTo(upstream)] };
    },
  });

  afterAll(() => upstream.close());

  async function playground(model = 'm'): Promise<Visit & { chat: Playground }> {
    const visit = await harness.visit();
    await visit.go(`/playground?model=${model}`);
    const chat = new Playground(visit.page);
    await chat.useToken(TEST_TOKEN);
    return { ...visit, chat };
  }

  describe('from a model', () => {
    it('are shown as text, streamed in every format', async () => {
      const { page, chat } = await playground();
      for (const format of ['Chat', 'Responses', 'Messages', 'generateContent']) {
        await chat.chooseFormat(format);
        expect(await chat.say(ALL)).toContain('constructor.constructor');
        await isRendered(chat);
        expect(await findHarm(page)).toEqual([]);
        await chat.clear();
      }
    });

    it('are shown as text, a few at a time and all at once, in responses that are not streamed', async () => {
      const { page, chat } = await playground();
      await chat.toggleSwitch('Stream replies');
      for (let first = 0; first < HOSTILE_TEXTS.length; first += FEW) {
        await chat.say(HOSTILE_TEXTS.slice(first, first + FEW).join('\n\n'));
        expect(await findHarm(page)).toEqual([]);
        await chat.clear();
      }
      await chat.say(ALL);
      await isRendered(chat);
      expect(await findHarm(page)).toEqual([]);
      for (const name of ['a link', 'a link in capitals', 'a link in disguise', 'by name']) {
        const text = chat.replies.last().getByText(name, { exact: true }).first();
        await text.click();
      }
      expect(await findHarm(page)).toEqual([]);
      expect(new URL(page.url()).pathname).toBe('/console/playground');
    });

    it('are shown as text in its reasoning, in names and arguments of tools, and raw', async () => {
      const { page, chat } = await playground();
      const call = {
        index: 0,
        id: 'call_1',
        type: 'function',
        function: { name: HOSTILE_NAME, arguments: JSON.stringify({ [HOSTILE_NAME]: ALL }) },
      };
      upstream.script({
        kind: 'chunks',
        events: [
          chunk({ role: 'assistant', reasoning_content: ALL }),
          chunk({ tool_calls: [call] }),
          chunk({}, 'tool_calls'),
        ],
      });
      await chat.toggleSwitch('Tools');
      expect(await chat.say('Use a tool')).toContain(HOSTILE_NAME);
      await page.getByText('Reasoning', { exact: true }).click();
      await page.getByRole('button', { name: 'Raw' }).click();
      await page.getByRole('dialog').waitFor();
      expect(await findHarm(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'View code' }).click();
      await page.getByRole('dialog').getByText('Python', { exact: true }).click();
      expect(await findHarm(page)).toEqual([]);
    });

    it('are shown as text in an error', async () => {
      const { page, watch, chat } = await playground();
      watch.expect(/^4\d\d \/v1\/chat\/completions$/);
      const error = { message: ALL, type: HOSTILE_NAME, code: HOSTILE_NAME, param: HOSTILE_NAME };
      upstream.script({ kind: 'error', status: 400, body: { error } });
      expect(await chat.say('Fail, please')).toContain('<img src=x onerror=');
      expect(await findHarm(page)).toEqual([]);
    });
  });

  describe('as names', () => {
    let owned: OwnedObjects;
    let paths: string[];

    beforeAll(async () => {
      const { people, gateway } = harness;
      const [admin, owner] = [await people.signedIn('admin'), await people.signedIn('member')];
      const email = `${HOSTILE_NAME}@example.com`;
      await gateway.database.query('UPDATE users SET email = $1 WHERE id = $2', [email, owner.id]);
      owned = { origin: gateway.origin, admin, owner: { ...owner, email } };
      paths = await createHostileNames(owned, upstream.url);
    });

    it('are shown as text on every page that has them', async () => {
      const { page, navigateTo } = await harness.visit({ as: owned.admin });
      for (const path of paths) {
        await navigateTo(path);
        await page.getByText(HOSTILE_NAME).first().waitFor();
        expect(await findHarm(page)).toEqual([]);
      }
    });

    it('are shown as text in dialogs, notifications and links', async () => {
      const { page, go } = await harness.visit({ as: owned.admin });
      await go('/tokens');
      await page.getByRole('link', { name: HOSTILE_NAME }).first().click();
      await page.getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('dialog').getByText(HOSTILE_NAME).waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('revoked.').waitFor();
      expect(await findHarm(page)).toEqual([]);
      await go(`/tokens?search=${encodeURIComponent(HOSTILE_NAME)}&status=${encodeURIComponent('active')}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await go(`/playground?model=${encodeURIComponent(HOSTILE_NAME)}&format=${encodeURIComponent(ALL)}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await findHarm(page)).toEqual([]);
    });
  });
});

/** Gives everything that has a name a hostile one, and returns the pages that show it. */
async function createHostileNames(owned: OwnedObjects, upstreamUrl: string): Promise<string[]> {
  const { origin, admin } = owned;
  const token = await ownedToken(owned, { name: HOSTILE_NAME, models: [`${HOSTILE_NAME}*`, 'sandbox-*'] });
  const { body: channel } = await ask(origin, 'POST /api/channels', {
    headers: admin.headers,
    body: {
      name: HOSTILE_NAME,
      provider: 'openai-compatible',
      base_url: upstreamUrl,
      api_keys: ['sk-upstream-1'],
      models: [{ id: HOSTILE_NAME, upstream: 'm' }],
    },
  });
  await eventually(async () => {
    const headers = { authorization: `Bearer ${token.key}` };
    const { text } = await ask(origin, 'GET /v1/models', { headers });
    return text.includes('onerror');
  });
  const requestId = await answeredRequest(owned, token, {
    model: HOSTILE_NAME,
    prompt_cache_key: HOSTILE_NAME,
  });
  const taskId = await cancelledTask(owned, token, { prompt: HOSTILE_NAME });
  return [
    '/',
    '/tokens',
    `/tokens/${token.id}`,
    '/channels',
    `/channels/${String(channel['id'])}`,
    '/models',
    `/models/${encodeURIComponent(HOSTILE_NAME)}`,
    '/requests',
    `/requests/${requestId}`,
    `/tasks/${taskId}`,
    '/usage',
    '/usage?group=session',
    '/users',
    '/audit',
  ];
}
