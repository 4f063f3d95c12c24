import { POPULAR_IDS, type Provider } from '#providers';

/** In the order in which they are offered. */
export const PROVIDER_GROUPS = ['popular', 'clouds', 'services', 'video', 'own', 'built-in'] as const;
export type ProviderGroup = (typeof PROVIDER_GROUPS)[number];

/** Where people look for a provider, by what is known of it. */
export function getProviderGroup({ id, fields, speaks, isBuiltIn }: Provider): ProviderGroup {
  if (isBuiltIn === true) return 'built-in';
  if (POPULAR_IDS.includes(id)) return 'popular';
  if (Object.keys(speaks).length === 0) return 'video';
  // An identity in place of a key is what only clouds have.
  if (fields.some(({ type }) => type === 'auth')) return 'clouds';
  const needsKey = fields.some(({ type, required }) => type === 'secrets' && required);
  return needsKey ? 'services' : 'own';
}
