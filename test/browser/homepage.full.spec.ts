import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { WIRE_FORMATS } from '#wire';
import { type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { listSdkSnippets } from '../../apps/api/src/console/sdk-snippets.js';
import { type TestGateway, eventually, startTestGateway } from '../harness/index.js';
import { launchBrowser } from './launch-browser.js';
import { LOWEST_CONTRAST } from './lowest-contrast.js';

/** Long enough to need wrapping on a phone. */
const PUBLIC_URL = 'https://models.internal.a-rather-long-department-name.example.com/gateway';
const SDKS = listSdkSnippets(PUBLIC_URL, Object.keys(WIRE_FORMATS), 'sandbox-chat').map(({ name }) => name);

const SHOWN_PANELS = `[...document.querySelectorAll('[role=tabpanel]')]
  .filter((panel) => panel.checkVisibility())
  .map((panel) => panel.querySelector('h3').textContent)`;

describe('the homepage in a browser', () => {
  let gateway: TestGateway;
  let browser: Browser;
  let context: BrowserContext | undefined;
  let page: Page;
  let complaints: string[];
  let origins: Set<string>;

  beforeAll(async () => {
    [gateway, browser] = await Promise.all([
      startTestGateway({ environment: { PUBLIC_URL } }),
      launchBrowser(['--host-resolver-rules=MAP gateway.test 127.0.0.1']),
    ]);
  });

  afterAll(async () => {
    await browser.close();
    await gateway.stop();
  });

  beforeEach(() => {
    complaints = [];
    origins = new Set();
  });

  // After every test: the page made no requests to other servers, and the browser reported no errors, such as
  // violations of the content security policy.
  afterEach(async () => {
    expect(complaints).toEqual([]);
    expect(origins.size).toBe(1);
    await context?.close();
  });

  async function open(options: BrowserContextOptions = {}, url = gateway.origin): Promise<void> {
    await context?.close();
    context = await browser.newContext(options);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: gateway.origin });
    page = await context.newPage();
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    page.on('response', (response) => {
      if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(url);
  }

  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  const clipboard = (from: Page = page): Promise<string> =>
    from.evaluate<string>('navigator.clipboard.readText()');
  const said = (): Promise<string> => page.getByRole('status').innerText();
  const shownPanels = (): Promise<string[]> => page.evaluate<string[]>(SHOWN_PANELS);

  describe('copying', () => {
    it('fills the clipboard with the base address, and says so for a while', async () => {
      await open();
      const button = page.getByRole('button', { name: 'Copy the base address' });
      await button.click();
      await eventually(async () => (await said()) === 'Copied');
      expect(await clipboard()).toBe(`${PUBLIC_URL}/v1`);
      expect(await page.locator('.address .outcome').innerText()).toBe('Copied');
      await eventually(async () => (await said()) === '');
      expect(await page.locator('.address .outcome').innerText()).toBe('Copy');
    });

    it('fills it with an example, line by line as shown', async () => {
      await open();
      await tab('curl').click();
      await page.getByRole('button', { name: 'Copy the example for curl' }).click();
      await eventually(async () => (await said()) === 'Copied');
      const lines = (await clipboard()).split('\n');
      expect(lines[0]).toBe(`curl ${PUBLIC_URL}/v1/chat/completions \\`);
      expect(lines[1]).toBe('  -H "Authorization: Bearer $MODELGATE_TOKEN" \\');
      expect(lines.at(-1)).toBe("  }'");
    });

    it('works from the keyboard', async () => {
      await open();
      await page.getByRole('button', { name: 'Copy the address for OpenAI TypeScript' }).press('Enter');
      await eventually(async () => (await said()) === 'Copied');
      expect(await clipboard()).toBe(`${PUBLIC_URL}/v1`);
    });

    it('works over plain HTTP too, where browsers disable the clipboard', async () => {
      await open({}, gateway.origin.replace('127.0.0.1', 'gateway.test'));
      expect(await page.evaluate('isSecureContext')).toBe(false);
      await page.getByRole('button', { name: 'Copy the example for OpenAI TypeScript' }).click();
      await eventually(async () => (await said()) === 'Copied');
      const reader = await page.context().newPage();
      await reader.goto(gateway.origin);
      const copied = await clipboard(reader);
      expect(copied).toBe(await page.locator('#openai-typescript-code').textContent());
    });
  });

  describe('tabs', () => {
    it('show one SDK at a time, by mouse', async () => {
      await open();
      expect(await page.getByRole('tab').allInnerTexts()).toEqual(SDKS);
      expect(await shownPanels()).toEqual(['OpenAI TypeScript']);
      await tab('Vercel AI SDK').click();
      expect(await shownPanels()).toEqual(['Vercel AI SDK']);
      expect(await tab('Vercel AI SDK').getAttribute('aria-selected')).toBe('true');
      expect(await tab('OpenAI TypeScript').getAttribute('aria-selected')).toBe('false');
    });

    it('are one tab stop for the keyboard, with arrows, Home and End inside', async () => {
      await open();
      await page.getByRole('button', { name: 'Copy the base address' }).focus();
      await page.keyboard.press('Tab');
      const steps = [
        ['ArrowRight', 'OpenAI Python'],
        ['End', 'curl'],
        ['ArrowRight', 'OpenAI TypeScript'],
        ['ArrowLeft', 'curl'],
        ['Home', 'OpenAI TypeScript'],
      ] as const;
      for (const [key, expected] of steps) {
        await page.keyboard.press(key);
        expect(await page.evaluate('document.activeElement.textContent')).toBe(expected);
        expect(await shownPanels()).toEqual([expected]);
      }
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.dataset.copies')).toBe('openai-typescript-address');
    });

    it('show where the focus is', async () => {
      await open();
      await page.getByRole('button', { name: 'Copy the base address' }).focus();
      await page.keyboard.press('Tab');
      expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    });

    it('open at the SDK that the link names', async () => {
      await open({}, `${gateway.origin}/#openai-python`);
      expect(await shownPanels()).toEqual(['OpenAI Python']);
    });
  });

  it('is light or dark as the reader prefers, and readable in both themes', async () => {
    const backgrounds = new Set<unknown>();
    for (const colorScheme of ['light', 'dark'] as const) {
      await open({ colorScheme });
      backgrounds.add(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
      expect(await page.evaluate(LOWEST_CONTRAST)).toBeGreaterThanOrEqual(4.5);
    }
    expect(backgrounds.size).toBe(2);
  });

  it.each([320, 360, 390, 768, 1440, 2560])('fits %d pixels without scrolling sideways', async (width) => {
    await open({ viewport: { width, height: 800 } });
    for (const name of SDKS) {
      await tab(name).click();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
  });

  it('has no animations for readers who prefer reduced motion', async () => {
    await open({ reducedMotion: 'reduce' });
    const durations = await page.evaluate(
      '[...document.querySelectorAll("*")].map((element) => getComputedStyle(element).transitionDuration)',
    );
    expect(new Set(durations as string[])).toEqual(new Set(['0s']));
  });

  it('shows everything as plain sections without JavaScript', async () => {
    await open({ javaScriptEnabled: false });
    expect(await page.getByRole('tab').count()).toBe(0);
    for (const name of SDKS) {
      expect(await page.getByRole('heading', { name, exact: true }).isVisible()).toBe(true);
      expect(await page.getByRole('region', { name: `Example for ${name}` }).isVisible()).toBe(true);
    }
    expect(await page.getByText(`${PUBLIC_URL}/v1`, { exact: true }).first().isVisible()).toBe(true);
    expect(await page.getByRole('button').count()).toBe(0);
  });
});
