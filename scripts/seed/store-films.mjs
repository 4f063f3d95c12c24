import { Chance } from './chance.mjs';
import { MODELS } from './cast.mjs';
import { FilmDirector } from './films.mjs';
import { OPEN_PLOTS, PLOTS, PROMPTS } from './film-plots.mjs';
import { Reels } from './reels.mjs';

const FILMS = 60;
const DAY_MS = 24 * 3_600_000;
const FILM_MODELS = ['sora-2', 'sora-2', 'veo-3.1-generate-preview'];
const DIFFERENT_REELS = 3;

/** Films of a month that have ended, each in one of the ways there are, and some that have not. */
export async function sowFilms({ dataSource, secretBox, dataDir, tokens, channels, now }) {
  const chance = new Chance(7);
  const reels = new Reels({ dataDir, secretBox });
  await reels.prepare(PROMPTS.slice(0, DIFFERENT_REELS), FILMS);
  const prices = new Map(MODELS.map(({ id, price }) => [id, price]));
  const priceOf = (model) => prices.get(model);
  const director = new FilmDirector({ dataSource, secretBox, channels, priceOf, reels, chance, now });
  const token = tokens.find(({ does }) => does.includes('video'));
  const film = () => ({
    token,
    model: chance.pick(FILM_MODELS),
    prompt: chance.pick(PROMPTS),
    webhookUrl: chance.happens(0.7) ? token.webhookUrl : undefined,
  });
  const moments = Array.from({ length: FILMS }, () => now.getTime() - DAY_MS * (0.1 + 28 * chance.share()));
  for (const orderedAtMs of moments.toSorted((left, right) => left - right)) {
    const model = film();
    await director.play({ ...model, orderedAtMs, steps: chance.weighted(PLOTS).steps });
  }
  for (const [index, { steps }] of OPEN_PLOTS.entries()) {
    const orderedAtMs = now.getTime() - 65_000 - index * 11_000;
    await director.play({ ...film(), model: 'sora-2', orderedAtMs, steps });
  }
}
