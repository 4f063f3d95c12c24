import { Random } from './random.mjs';
import { MODELS } from './sample-data.mjs';
import { VideoSeeder } from './videos.mjs';
import { OPEN_SCENARIOS, SCENARIOS, PROMPTS } from './video-scenarios.mjs';
import { VideoFiles } from './video-files.mjs';

const VIDEOS = 60;
const DAY_MS = 24 * 3_600_000;
const VIDEO_MODELS = ['sora-2', 'sora-2', 'veo-3.1-generate-preview'];
const DIFFERENT_FILES = 3;

/** Stores the videos of a month: most have ended, each by one of the scenarios. */
export async function seedVideos({ dataSource, secretBox, dataDir, tokens, channels, now }) {
  const random = new Random(7);
  const files = new VideoFiles({ dataDir, secretBox });
  await files.prepare(PROMPTS.slice(0, DIFFERENT_FILES), VIDEOS);
  const prices = new Map(MODELS.map(({ id, price }) => [id, price]));
  const getPrice = (model) => prices.get(model);
  const seeder = new VideoSeeder({ dataSource, secretBox, channels, getPrice, files, random, now });
  const token = tokens.find(({ does }) => does.includes('video'));
  const video = () => ({
    token,
    model: random.pick(VIDEO_MODELS),
    prompt: random.pick(PROMPTS),
    webhookUrl: random.happens(0.7) ? token.webhookUrl : undefined,
  });
  const moments = Array.from({ length: VIDEOS }, () => now.getTime() - DAY_MS * (0.1 + 28 * random.share()));
  for (const submittedAtMs of moments.toSorted((left, right) => left - right)) {
    const model = video();
    await seeder.play({ ...model, submittedAtMs, steps: random.weighted(SCENARIOS).steps });
  }
  for (const [index, { steps }] of OPEN_SCENARIOS.entries()) {
    const submittedAtMs = now.getTime() - 65_000 - index * 11_000;
    await seeder.play({ ...video(), model: 'sora-2', submittedAtMs, steps });
  }
}
