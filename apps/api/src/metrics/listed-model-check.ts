import { type Catalog, type Channel } from '#catalog';

/** Returns a function that tells whether a channel lists a model by its exact name. The names follow the catalog. */
export function createListedModelCheck(catalog: Pick<Catalog, 'activeChannels'>): (model: string) => boolean {
  let channels: readonly Channel[] = [];
  let names: ReadonlySet<string> = new Set();
  return (model) => {
    if (catalog.activeChannels !== channels) {
      channels = catalog.activeChannels;
      names = new Set(channels.flatMap(({ models }) => models.map(({ id }) => id)));
    }
    return names.has(model);
  };
}
