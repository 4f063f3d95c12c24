import { describe, expect, it } from '@jest/globals';
import { PNG } from 'pngjs';
import { type Locator, type Page } from 'playwright-core';
import { TEST_TOKEN, eventually } from '../../harness/index.js';
import { ConsoleHarness, type Visit } from './console-harness.js';
import { inspectBriefly } from './inspect-page.js';
import { Playground } from './playground.js';
import { toneFile } from './tone-file.js';

/** The properties of images, videos and audio that the tests read in the page. */
interface MediaState {
  naturalWidth: number;
  videoWidth: number;
  duration: number;
  readyState: number;
  currentTime: number;
  play(): Promise<void>;
}

function press(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click();
}

/** Types into a field with suggestions, and chooses none of them. */
async function chooseSize(page: Page, size: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Size' });
  await field.fill(size);
  await field.press('Escape');
}

/** Plays it from the beginning, and waits until the playback position advances. */
async function plays(player: Locator): Promise<void> {
  await eventually(async () => (await player.evaluate((media: MediaState) => media.readyState)) >= 1);
  await player.evaluate((media: MediaState) => media.play());
  await eventually(async () => (await player.evaluate((media: MediaState) => media.currentTime)) > 0);
}

describe('the other media in the playground', () => {
  const harness = ConsoleHarness.forSuite({ hasWorker: true });

  async function tab(name: string, options: Parameters<typeof harness.visit>[0] = {}): Promise<Visit> {
    const visit = await harness.visit(options);
    await visit.go(`/playground/${name}`);
    await new Playground(visit.page).useToken(TEST_TOKEN);
    return visit;
  }

  it('make a video, show its progress, and play it, here and on its own page', async () => {
    const { page, go } = await tab('video', { as: await harness.people.signedIn('admin') });
    await page.getByLabel('Seconds').fill('1');
    await chooseSize(page, '128x72');
    await press(page, 'Create video');
    const video = page.getByLabel('Video', { exact: true });
    await video.waitFor();
    await plays(video);
    expect(await video.evaluate((video: MediaState) => video.videoWidth)).toBe(128);
    const id = await page
      .getByText(/^Task /)
      .locator('code')
      .innerText();

    await go('/tasks');
    await page.getByRole('table', { name: 'Tasks' }).getByRole('link').first().click();
    await page.getByText(id).first().waitFor();
    await plays(page.locator('video'));
    await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  });

  it('speak, and transcribe the speech', async () => {
    const { page } = await tab('speech');
    await page.getByRole('textbox', { name: 'Text' }).fill('The quick brown fox.');
    await press(page, 'Generate speech');
    const audio = page.getByLabel('Generated speech');
    await audio.waitFor();
    await plays(audio);
    expect(await audio.evaluate((audio: MediaState) => audio.duration)).toBeGreaterThan(0.5);
    await press(page, 'Transcribe');
    await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
    await page.getByRole('heading', { name: 'Transcript' }).waitFor();
    expect(await page.getByRole('main').innerText()).toContain('The quick brown fox.');
  });

  it('transcribe a recording', async () => {
    const { page } = await tab('transcription');
    const file = { name: 'tone.wav', mimeType: 'audio/wav', buffer: toneFile(1) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
    await page.getByRole('heading', { name: 'Transcript' }).waitFor();
    expect(await page.getByRole('main').innerText()).toContain('1.0 s of audio');
  });

  it('make an image, and edit it', async () => {
    const { page } = await tab('image');
    await chooseSize(page, '256x256');
    await press(page, 'Create image');
    const image = page.getByRole('img', { name: /lighthouse/ });
    await image.waitFor();
    expect(await image.evaluate((image: MediaState) => image.naturalWidth)).toBe(256);
    await page.getByText('Edit an image', { exact: true }).click();
    const sky = PNG.sync.write(new PNG({ width: 256, height: 256, fill: true }));
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'sky.png', mimeType: 'image/png', buffer: sky });
    await page.getByRole('textbox', { name: 'Prompt' }).fill('A kite');
    await press(page, 'Edit image');
    await page.getByRole('img', { name: /kite/ }).waitFor();
  });

  it('compare texts', async () => {
    const { page } = await tab('embeddings');
    await press(page, 'Compare texts');
    const table = page.getByRole('table');
    await table.waitFor();
    const cells = await table.getByRole('cell').allInnerTexts();
    expect(cells).toHaveLength(16);
    expect(cells[0]).toBe('1.00');
    expect(Number(cells[1])).toBeGreaterThan(Number(cells[2]));
  });

  it('rank documents', async () => {
    const { page } = await tab('rerank');
    await press(page, 'Rank documents');
    await page.getByRole('heading', { name: 'Ranking' }).waitFor();
    expect(await page.getByRole('listitem').first().innerText()).toContain('capital of France is Paris');
  });

  it('moderate a text', async () => {
    const { page } = await tab('moderation');
    await press(page, 'Check');
    await page.getByRole('heading', { name: 'Scores' }).waitFor();
    expect(await page.getByRole('main').innerText()).toContain('The model flagged this content.');
    await page.getByRole('textbox', { name: 'Text' }).fill('What a lovely day.');
    await press(page, 'Check');
    await page.getByText('The model did not flag this content.').waitFor();
  });

  it('hold a conversation, in text and in speech, and show accessible code for it', async () => {
    const { page } = await tab('realtime');
    const lines = page.getByRole('log', { name: 'Transcript' });
    for (const [manner, text] of [
      ['Text', 'Are you there?'],
      ['Audio', 'Sing a song'],
    ] as const) {
      await page
        .getByRole('radiogroup', { name: 'Response type' })
        .getByText(manner, { exact: true })
        .click();
      await press(page, 'Connect');
      await page.getByRole('textbox', { name: 'Message' }).fill(text);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await eventually(async () => (await lines.innerText()).split(text).length > 2, 60_000);
      await press(page, 'End conversation');
      await page.getByRole('status').getByText('Ended').waitFor();
    }
    await press(page, 'View code');
    await page.getByRole('dialog').waitFor();
    expect(await inspectBriefly(page)).toEqual([]);
  });
});
