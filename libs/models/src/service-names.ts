/** The catalogue's names of services that have another provider id. */
const CATALOGUE_NAMES = new Map([
  ['qwen', 'alibaba'],
  ['zhipu', 'zai'],
]);

export function getCatalogueName(provider: string): string {
  return CATALOGUE_NAMES.get(provider) ?? provider;
}
