/** The subjects of the admin API that have scopes for admin tokens. */
export const ADMIN_NOUNS = [
  'users',
  'admin-tokens',
  'tokens',
  'channels',
  'models',
  'tasks',
  'requests',
  'contents',
  'usage',
  'webhooks',
  'settings',
  'config',
  'audit',
  'health',
] as const;

export type AdminNoun = (typeof ADMIN_NOUNS)[number];
/** The scope for writing does not include the one for reading. */
export type AdminScope = '*' | `${AdminNoun}:${'read' | 'write'}`;

export const ADMIN_SCOPES: readonly AdminScope[] = [
  '*',
  ...ADMIN_NOUNS.flatMap((noun) => [`${noun}:read`, `${noun}:write`] as const),
];

export function isAdminScope(text: string): text is AdminScope {
  return ADMIN_SCOPES.some((scope) => scope === text);
}

/** Whether the scopes include the required one. */
export function allows(scopes: readonly string[], scope: AdminScope): boolean {
  return scopes.includes('*') || scopes.includes(scope);
}
