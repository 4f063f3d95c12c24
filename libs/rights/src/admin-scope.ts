/** What the admin API is about, as far as scripts may have to do with it. */
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
/** To write is not to read: who needs both asks for both. */
export type AdminScope = '*' | `${AdminNoun}:${'read' | 'write'}`;

export const ADMIN_SCOPES: readonly AdminScope[] = [
  '*',
  ...ADMIN_NOUNS.flatMap((noun) => [`${noun}:read`, `${noun}:write`] as const),
];

export function isAdminScope(text: string): text is AdminScope {
  return ADMIN_SCOPES.some((scope) => scope === text);
}

/** Whether somebody with these scopes may do what needs that one. */
export function allows(scopes: readonly string[], scope: AdminScope): boolean {
  return scopes.includes('*') || scopes.includes(scope);
}
