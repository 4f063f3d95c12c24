import { type Schema } from '../../../api/client.js';

export type Scope = Schema<'AdminTokenView'>['scopes'][number];

export interface ResourceScopes {
  noun: string;
  label: string;
  read: Scope;
  /** Undefined for read-only resources. */
  write?: Scope;
}

export const ALL_SCOPES: Scope = '*';

/** The scopes of each resource. */
export const SCOPES_BY_RESOURCE: readonly ResourceScopes[] = [
  { noun: 'tokens', label: 'Tokens', read: 'tokens:read', write: 'tokens:write' },
  { noun: 'channels', label: 'Channels', read: 'channels:read', write: 'channels:write' },
  { noun: 'models', label: 'Models', read: 'models:read', write: 'models:write' },
  { noun: 'users', label: 'Users', read: 'users:read', write: 'users:write' },
  { noun: 'admin-tokens', label: 'Admin tokens', read: 'admin-tokens:read', write: 'admin-tokens:write' },
  { noun: 'tasks', label: 'Tasks', read: 'tasks:read', write: 'tasks:write' },
  { noun: 'webhooks', label: 'Webhook deliveries', read: 'webhooks:read', write: 'webhooks:write' },
  { noun: 'settings', label: 'Settings', read: 'settings:read', write: 'settings:write' },
  { noun: 'config', label: 'Config file', read: 'config:read', write: 'config:write' },
  { noun: 'requests', label: 'Requests', read: 'requests:read' },
  { noun: 'contents', label: 'Recorded content', read: 'contents:read', write: 'contents:write' },
  { noun: 'usage', label: 'Usage', read: 'usage:read' },
  { noun: 'audit', label: 'Audit log', read: 'audit:read' },
  { noun: 'health', label: 'Health', read: 'health:read' },
];

/** A short text for a table, such as "tokens read + write, usage read". */
export function scopeSummary(scopes: readonly Scope[]): string {
  if (scopes.includes(ALL_SCOPES)) return 'All scopes';
  const byNoun = new Map<string, string[]>();
  for (const scope of scopes) {
    const [noun = '', verb = ''] = scope.split(':');
    byNoun.set(noun, [...(byNoun.get(noun) ?? []), verb]);
  }
  return [...byNoun].map(([noun, verbs]) => `${noun} ${verbs.join(' + ')}`).join(', ');
}
