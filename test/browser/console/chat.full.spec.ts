import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PNG } from 'pngjs';
import { TEST_TOKEN } from '../../harness/index.js';
import { ConsoleHarness, type Visit } from './console-harness.js';
import { Playground } from './playground.js';

const FORMATS = [
  ['Chat', '/v1/chat/completions'],
  ['Responses', '/v1/responses'],
  ['Messages', '/v1/messages'],
  ['generateContent', '/v1beta/models/sandbox-chat:streamGenerateContent'],
] as const;

const PRICED = { id: 'sandbox-chat', price: { inputPerMTok: 3, outputPerMTok: 15 } };

/** As browsers reach a gateway in an office: over HTTP, from another machine. */
const OFFICE = 'gateway.test';

describe('chatting in the playground', () => {
  const harness = ConsoleHarness.forSuite({
    gateway: () => ({ models: [PRICED] }),
    browserArguments: [`--host-resolver-rules=MAP ${OFFICE} 127.0.0.1`],
  });

  async function playground(isLasting = false): Promise<Visit & { chat: Playground }> {
    const visit = await harness.visit({ isLasting });
    await visit.go('/playground');
    const chat = new Playground(visit.page);
    await chat.useToken(TEST_TOKEN);
    return { ...visit, chat };
  }

  it('starts with a new token, and ends when the token is revoked', async () => {
    const { page, watch, go } = await harness.visit({ as: await harness.people.signedIn('admin') });
    await go('/tokens/new');
    await page.getByLabel('Name').fill('for a walk');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('heading', { name: 'for a walk is ready' }).waitFor();
    await page.locator(':focus').getByText('Copy the key now').waitFor();
    const key = await page.getByRole('alert').locator('code').innerText();
    expect(await page.getByLabel('Claude Code: Shell', { exact: true }).innerText()).toContain(
      `TOKEN=${key}`,
    );
    expect(key).toMatch(/^sk-mg-/);
    await page.getByRole('button', { name: 'Try it in the playground' }).click();
    const chat = new Playground(page);
    expect(await chat.say('Good morning')).toContain('Good morning');
    expect(page.url()).not.toContain(key);
    expect(await page.evaluate<string>('JSON.stringify([history.state, { ...localStorage }])')).not.toContain(
      key,
    );

    await page.getByRole('link', { name: 'Tokens', exact: true }).click();
    await page.getByRole('link', { name: 'for a walk' }).click();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('This token is revoked').waitFor();
    watch.expect(/^401 \/v1\/models$/);
    await page.getByRole('link', { name: 'Playground', exact: true }).click();
    const alert = page.getByRole('alert', { name: /^401:/ });
    expect(await alert.innerText()).toContain('"code": "disabled_api_key"');
    await page.getByText('Use a valid token', { exact: true }).waitFor();
  });

  describe('in one conversation after another', () => {
    let here: Visit & { chat: Playground };

    beforeAll(async () => {
      here = await playground(true);
    });

    beforeEach(() => here.chat.chooseFormat('Chat'));

    afterEach(async () => {
      if ((await here.chat.replies.count()) > 0) await here.chat.clear();
    });

    it.each(FORMATS)('streams in the format %s', async (format, path) => {
      const { page, chat } = here;
      await chat.chooseFormat(format);
      const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path);
      const lengths = await chat.measureReplyLengths('[[words=12]] [[pace=60]] Tell me a story');
      expect((await answered).headers()['content-type']).toContain('text/event-stream');
      expect(lengths.length).toBeGreaterThan(2);
      expect(await chat.say(`Hello ${format}`)).toContain(`Hello ${format}`);
      await chat.replies
        .last()
        .getByText(/^Cost \$/)
        .waitFor();
      const facts = await chat.replies.last().innerText();
      for (const fact of ['Tokens', 'First token', 'Latency', 'Cost', 'Request'])
        expect(facts).toContain(fact);
    });

    it('calls tools in every format, and continues with their results', async () => {
      const { page, chat } = here;
      await chat.toggleSwitch('Tools');
      for (const [format] of FORMATS) {
        await chat.chooseFormat(format);
        expect(await chat.say('[[tool=get_weather {"city":"Oslo"}]] How is it?')).toContain(
          'Calls get_weather',
        );
        const calls = await chat.replies.count();
        expect(await chat.replies.last().innerText()).toContain('"city": "Oslo"');
        await page.getByLabel('Result of get_weather').fill(`rain, says ${format}`);
        await page.getByRole('button', { name: 'Send result' }).click();
        expect(await chat.replyAfter(calls)).toContain(`rain, says ${format}`);
        await chat.clear();
      }
      await chat.toggleSwitch('Tools');
    });

    it('stops on a click on the button and on the key', async () => {
      const { page, chat } = here;
      for (const stop of [
        () => page.getByRole('button', { name: 'Stop', exact: true }).click(),
        () => page.keyboard.press('Escape'),
      ]) {
        await chat.send('[[words=900]] [[pace=50]] A long one');
        await chat.replies.last().locator('p').first().waitFor();
        await stop();
        await chat.replies.last().getByText('Stopped', { exact: true }).waitFor();
      }
      expect(await chat.say('Still there?')).toContain('Still there?');
    });

    it('accepts images', async () => {
      const { page, chat } = here;
      const image = PNG.sync.write(new PNG({ width: 5, height: 3, fill: true }));
      const file = { name: 'flag.png', mimeType: 'image/png', buffer: image };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByRole('img', { name: 'flag.png' }).waitFor();
      expect(await chat.say('What is this?')).toMatch(/5\s?[x×]\s?3/);
    });

    it('shows errors as the API returned them, with what the user can do', async () => {
      const { page, watch, chat } = here;
      watch.expect(/^429 \/v1\/chat\/completions$/, /ERR_INCOMPLETE_CHUNKED_ENCODING/);
      const reply = await chat.say('[[status=429; retry-after=2]]');
      expect(reply).toContain('"code": "rate_limit_exceeded"');
      expect(reply).toContain('send it again in 2 s');
      // The connection is closed right after the error event, and the browser may discard the event before the page
      // reads it.
      expect(await chat.say('[[words=20]] [[pace=30]] [[cut]]')).toMatch(/ended (early|its response)/);
      await page.getByRole('button', { name: 'Try again' }).last().waitFor();
    });
  });

  it('requests JSON of a schema, shows reasoning separately, and sends the system prompt', async () => {
    const { page, chat } = await playground();
    await chat.toggleSwitch('JSON schema');
    await page.getByLabel('System prompt').fill('Be brief.');
    const asked = page.waitForRequest((request) => request.method() === 'POST');
    const reply = await chat.say('[[reasoning]] The answer, please');
    expect((await asked).postDataJSON()).toMatchObject({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: '[[reasoning]] The answer, please' },
      ],
      response_format: { type: 'json_schema' },
    });
    expect(reply).toContain('"confidence"');
    const reasoning = chat.replies.last().locator('details');
    expect(await reasoning.getAttribute('open')).toBeNull();
    await reasoning.locator('summary').click();
    expect((await reasoning.innerText()).length).toBeGreaterThan('Reasoning'.length + 5);
  });

  it('compares models side by side, and shows the code for the request', async () => {
    const { page, chat } = await playground();
    await page.getByRole('button', { name: 'Compare' }).click();
    await chat.send('To both of you');
    for (const name of ['Model 1', 'Model 2']) {
      const column = page.getByRole('region', { name, exact: true });
      await column.getByText('Latency').waitFor();
      expect(await column.innerText()).toContain('To both of you');
    }
    await page.getByRole('button', { name: 'View code' }).first().click();
    const dialog = page.getByRole('dialog');
    for (const [language, word] of [
      ['curl', `${harness.gateway.baseUrl}/chat/completions`],
      ['TypeScript', 'new OpenAI('],
      ['Python', 'OpenAI('],
    ] as const) {
      await dialog.getByText(language, { exact: true }).click();
      const code = dialog.getByLabel(`The request in ${language}`);
      expect(await code.innerText()).toContain(word);
      expect(await code.innerText()).toContain('To both of you');
    }
  });

  it('keeps the conversation after a reload, also with an unfinished reply, but not after signing out', async () => {
    const { page, go } = await harness.visit({ as: await harness.people.signedIn('admin') });
    await go('/playground');
    const chat = new Playground(page);
    await chat.ready();
    await chat.say('The first one');
    await chat.send('[[words=900]] [[pace=50]] A long one');
    await chat.replies.nth(1).locator('p').first().waitFor();
    const arrived = (await chat.replies.nth(1).innerText()).slice(0, 20);
    await page.reload();
    await page.getByText('The page was reloaded before the reply was complete.').waitFor();
    expect(await chat.replies.count()).toBe(2);
    expect(await chat.replies.nth(0).innerText()).toContain('The first one');
    expect(await chat.replies.nth(1).innerText()).toContain(arrived);
    await page.getByText('A long one', { exact: false }).first().waitFor();
    expect(await chat.say('Still there?')).toContain('Still there?');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    expect(await page.evaluate<string>('JSON.stringify({ ...sessionStorage })')).not.toContain(
      'The first one',
    );
    await page.getByRole('link', { name: 'Playground', exact: true }).click();
    await page.getByLabel('API token').waitFor();
    expect(await chat.replies.count()).toBe(0);
  });

  it('forgets the token when the page is closed, unless the user chooses to keep it in the tab', async () => {
    const { page, chat } = await playground();
    const readStorage = (name: string) => page.evaluate<string>(`JSON.stringify({ ...${name} })`);
    await page.reload();
    await chat.useToken(TEST_TOKEN);
    await chat.chip.click();
    await chat.toggleSwitch('Remember in this tab');
    expect(await readStorage('sessionStorage')).toContain(TEST_TOKEN);
    expect(await readStorage('localStorage')).not.toContain(TEST_TOKEN);
    // As an earlier version stored it.
    await page.evaluate(`localStorage.setItem('modelgate-playground-token', '${TEST_TOKEN}')`);
    await page.reload();
    await chat.ready();
    expect(await readStorage('localStorage')).not.toContain(TEST_TOKEN);
    await chat.chip.click();
    await page.getByRole('button', { name: 'Forget token' }).click();
    await page.reload();
    await page.getByLabel('API token').waitFor();
    expect(await readStorage('localStorage')).not.toContain(TEST_TOKEN);
    expect(await readStorage('sessionStorage')).not.toContain(TEST_TOKEN);
  });

  it('works over plain HTTP too, where browsers disable several APIs', async () => {
    const origin = harness.gateway.origin.replace('127.0.0.1', OFFICE);
    const { page, go } = await harness.visit({ origin });
    await go('/playground');
    const chat = new Playground(page);
    await chat.useToken(TEST_TOKEN);
    expect(await page.evaluate('isSecureContext')).toBe(false);
    expect(await chat.say('Good morning, office')).toContain('Good morning, office');
  });
});
