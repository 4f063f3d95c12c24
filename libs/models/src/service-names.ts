/** What the catalogue calls a service that channels name otherwise. */
const CATALOGUE_NAMES = new Map([
  ['qwen', 'alibaba'],
  ['zhipu', 'zai'],
]);

export function getCatalogueName(provider: string): string {
  return CATALOGUE_NAMES.get(provider) ?? provider;
}
