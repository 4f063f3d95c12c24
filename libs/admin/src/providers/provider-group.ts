import { POPULAR_IDS, type Provider } from '#providers';

/** In the order of the console. */
export const PROVIDER_GROUPS = ['popular', 'clouds', 'services', 'video', 'own', 'built-in'] as const;
export type ProviderGroup = (typeof PROVIDER_GROUPS)[number];

/** The group in which the console shows a provider. */
export function getProviderGroup({ id, fields, speaks, isBuiltIn }: Provider): ProviderGroup {
  if (isBuiltIn === true) return 'built-in';
  if (POPULAR_IDS.includes(id)) return 'popular';
  if (Object.keys(speaks).length === 0) return 'video';
  // Only clouds have identities instead of keys.
  if (fields.some(({ type }) => type === 'auth')) return 'clouds';
  const needsKey = fields.some(({ type, required }) => type === 'secrets' && required);
  return needsKey ? 'services' : 'own';
}
