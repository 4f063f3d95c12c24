import { expect, it } from '@jest/globals';
import { GUIDE_PAGES } from '../../../apps/web/src/docs/guide/guide-pages.js';
import { type ApiDocument, readReference } from '../../../apps/web/src/docs/reference/reference.js';
import { TEST_TOKEN } from '../../harness/index.js';
import { findBarriers } from './accessibility.js';
import { type Visit } from './console-harness.js';
import { inspect, inspectBriefly } from './inspect-page.js';
import { toneFile } from './tone-file.js';

/** One page of each kind; the others have the same layout. */
const KINDS = [
  '/',
  '/docs/api/moderation',
  '/docs/guide',
  '/docs/guide/limits',
  '/docs/search?q=retry-after',
];
const GUIDE = GUIDE_PAGES.map(({ name }) => `/guide/${name}`);
/** The pages of the docs are divided into this many tests. */
const SHARES = 6;

/** The homepage, the API reference and the guide, which need no session. */
export function testDocs(getStage: () => { visit: Visit; origin: string }): void {
  it.each(KINDS)('%s is accessible too, next to the console', async (path) => {
    const { visit, origin } = getStage();
    await visit.page.goto(origin + path);
    expect(await inspect(visit.page)).toEqual([]);
  });

  const shares = Array.from({ length: SHARES }, (_, share) => share);
  it.each(shares)(
    `every other page of the guide and of the API reference is accessible too: %i of ${SHARES}`,
    async (share) => {
      const { visit, origin } = getStage();
      const document = (await (await fetch(`${origin}/openapi.json`)).json()) as ApiDocument;
      const groups = readReference(document).parts.flatMap((part) => part.groups);
      const paths = ['', ...GUIDE, ...groups.map(({ id }) => `/api/${id}`)];
      expect(paths.length).toBeGreaterThan(50);
      const others = paths.filter((one) => !KINDS.includes(`/docs${one}`));
      await visit.page.goto(`${origin}/docs`);
      for (const path of others.filter((_, index) => index % SHARES === share)) {
        await visit.navigateTo(path, '/docs');
        expect([path, ...(await inspectBriefly(visit.page))]).toEqual([path]);
      }
    },
  );

  it('the docs search leads to an endpoint, which can be tried out', async () => {
    const {
      visit: { page },
      origin,
    } = getStage();
    await page.goto(`${origin}/docs`);
    await page.getByRole('combobox', { name: 'Search the docs' }).fill('chat completions');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'POST /v1/chat/completions', exact: true }).click();
    const endpoint = page.getByRole('region', { name: 'Create a chat completion (OpenAI format)' });
    await endpoint.getByText('Types of messages').click();
    await endpoint.getByRole('tab', { name: 'Python' }).click();
    await endpoint.getByText('from openai import OpenAI').waitFor();
    await endpoint.getByText('Try it', { exact: true }).click();
    await endpoint.getByLabel('API token', { exact: true }).fill(TEST_TOKEN);
    await endpoint.getByRole('button', { name: 'Use token' }).click();
    await endpoint.getByRole('button', { name: /^Send/ }).click();
    await endpoint.getByText('Status 200').waitFor();
    await endpoint.getByLabel('the response', { exact: true }).getByText('chat.completion').waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it('the docs search while the user types, and the keyboard opens a result', async () => {
    const {
      visit: { page },
      origin,
    } = getStage();
    await page.goto(`${origin}/docs/guide`);
    const field = page.getByRole('combobox', { name: 'Search the docs' });
    await field.fill('limits headers');
    const result = page.getByRole('option', { name: /^Headers/ });
    await result.waitFor();
    expect(await result.innerText()).toContain('Administer › Limits');
    expect(await page.getByRole('listbox').innerText()).not.toMatch(/`|\*\*|\]\(/);
    expect(await findBarriers(page)).toEqual([]);
    await field.press('ArrowDown');
    expect(await page.getByRole('option', { selected: true }).count()).toBe(1);
    await field.press('Escape');
    expect(await page.getByRole('option').count()).toBe(0);
    await field.fill('limits headers rate');
    await page.getByRole('option').first().waitFor();
    await field.press('ArrowDown');
    await field.press('Enter');
    await page.waitForURL('**/docs/guide/limits#headers');
  });

  it('a page of the guide shows its sections, the current one, and the address of this gateway', async () => {
    const {
      visit: { page },
      origin,
    } = getStage();
    await page.goto(`${origin}/docs/guide/clients`);
    await page.getByText(`${origin}/v1`).first().waitFor();
    expect(await page.getByText(/HOST:PORT|127\.0\.0\.1:3000/).count()).toBe(0);
    const sections = page.getByRole('navigation', { name: 'On this page' });
    await sections.getByRole('link', { name: 'Codex', exact: true }).click();
    await sections.locator('a[aria-current=location]').getByText('Codex', { exact: true }).waitFor();
    // Decision records and pages for contributors are not part of the guide.
    await page.goto(`${origin}/docs/guide/decisions/README`);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  });

  it('the docs send a file that the user has chosen', async () => {
    const {
      visit: { page },
      origin,
    } = getStage();
    await page.goto(`${origin}/docs/api/audio`);
    const endpoint = page.getByRole('region', { name: 'Transcribe speech', exact: true });
    await endpoint.getByText('Try it', { exact: true }).click();
    await endpoint.getByLabel('API token', { exact: true }).fill(TEST_TOKEN);
    await endpoint.getByRole('button', { name: 'Use token' }).click();
    const send = endpoint.getByRole('button', { name: /^Send/ });
    await send.click();
    await endpoint.getByText('Choose a file.', { exact: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await endpoint
      .locator('input[type=file]')
      .setInputFiles({ name: 'tone.wav', mimeType: 'audio/wav', buffer: toneFile(1) });
    await endpoint.getByRole('textbox', { name: 'model' }).fill('sandbox-transcribe');
    await send.click();
    await endpoint.getByText('Status 200').waitFor();
  });
}
