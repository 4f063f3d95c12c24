import { Chance } from './chance.mjs';
import { MODELS } from './cast.mjs';
import { VideoDirector } from './videos.mjs';
import { OPEN_PLOTS, PLOTS, PROMPTS } from './video-plots.mjs';
import { Reels } from './reels.mjs';

const VIDEOS = 60;
const DAY_MS = 24 * 3_600_000;
const VIDEO_MODELS = ['sora-2', 'sora-2', 'veo-3.1-generate-preview'];
const DIFFERENT_REELS = 3;

/** Videos of a month that have ended, each in one of the ways there are, and some that have not. */
export async function sowVideos({ dataSource, secretBox, dataDir, tokens, channels, now }) {
  const chance = new Chance(7);
  const reels = new Reels({ dataDir, secretBox });
  await reels.prepare(PROMPTS.slice(0, DIFFERENT_REELS), VIDEOS);
  const prices = new Map(MODELS.map(({ id, price }) => [id, price]));
  const getPrice = (model) => prices.get(model);
  const director = new VideoDirector({ dataSource, secretBox, channels, getPrice, reels, chance, now });
  const token = tokens.find(({ does }) => does.includes('video'));
  const video = () => ({
    token,
    model: chance.pick(VIDEO_MODELS),
    prompt: chance.pick(PROMPTS),
    webhookUrl: chance.happens(0.7) ? token.webhookUrl : undefined,
  });
  const moments = Array.from({ length: VIDEOS }, () => now.getTime() - DAY_MS * (0.1 + 28 * chance.share()));
  for (const submittedAtMs of moments.toSorted((left, right) => left - right)) {
    const model = video();
    await director.play({ ...model, submittedAtMs, steps: chance.weighted(PLOTS).steps });
  }
  for (const [index, { steps }] of OPEN_PLOTS.entries()) {
    const submittedAtMs = now.getTime() - 65_000 - index * 11_000;
    await director.play({ ...video(), model: 'sora-2', submittedAtMs, steps });
  }
}
