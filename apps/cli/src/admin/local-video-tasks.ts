import { type OwnerDirectory, type Token } from '#access';
import { toMicroUsd } from '#canonical';
import { type Catalog } from '#catalog';
import { type MediaStore } from '#media';
import { type PriceBook, pursesOf } from '#metering';
import { LiveSettings, SettingRepository } from '#settings';
import { openOwners } from '#setup';
import { type VideoTasks, openVideoTasks } from '#video-tasks';
import { type OpenedStorage } from '../with-storage.js';

export interface TaskSurroundings {
  catalog: Catalog;
  prices: Pick<PriceBook, 'priceOf'>;
  media: MediaStore;
}

/** The tasks of clients. Workers look for themselves: nobody is woken. */
export async function openLocalVideoTasks(
  { config, dataSource, secretBox }: OpenedStorage,
  { catalog, prices, media }: TaskSurroundings,
): Promise<VideoTasks> {
  const settings = new LiveSettings(new SettingRepository(dataSource.manager), config.file);
  const owners = openOwners(dataSource, settings);
  await Promise.all([owners.reload(), settings.reload()]);
  return openVideoTasks({
    dataSource,
    catalog: {
      targetsFor: (...asked) => catalog.targetsFor(...asked),
      deadlineMinutesOf: (model) => catalog.deadlineMinutesOf(model),
      priceOf: (model) => priceOfFilms(model, catalog, prices),
    },
    media,
    secretBox,
    pursesOf: (token) => pursesFor(token, owners, settings),
    allowsUnpriced: () => settings.current['budgets.allow_unpriced_models'],
    wake: () => undefined,
  });
}

/** What is held for a film is the price at the channel that is likeliest to make it. */
function priceOfFilms(
  model: string,
  catalog: Catalog,
  prices: TaskSurroundings['prices'],
): ReturnType<Catalog['priceOf']> {
  const [first] = catalog.targetsFor(model, 'video', () => 1);
  if (first === undefined) return catalog.priceOf(model);
  const { channel, upstreamModel } = first;
  return prices.priceOf({ model, provider: channel.provider, upstreamModel })?.price;
}

function pursesFor(
  token: Token,
  owners: OwnerDirectory,
  { current: { 'budgets.global': budget } }: LiveSettings,
): ReturnType<typeof pursesOf> {
  const globalBudget = budget && { microUsd: toMicroUsd(budget.usd), period: budget.period };
  const ownerBudget = owners.find(token.owner)?.budget;
  return pursesOf({ token, ownerBudget, globalBudget: globalBudget ?? undefined }, new Date());
}
