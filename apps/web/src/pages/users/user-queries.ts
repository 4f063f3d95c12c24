import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Schema, unwrapResponse, api } from '../../api/client.js';
import type { paths } from '../../api/schema.js';

export type User = Schema<'UserView'>;
export type UserRole = User['role'];
export type MemberLimits = Schema<'MemberLimits'>;
export type UserChanges = Schema<'UserChangesInput'>;

export type UserListQuery = NonNullable<paths['/api/users']['get']['parameters']['query']>;

export const USERS = ['users'] as const;

export function userList(query: UserListQuery) {
  return queryOptions({
    queryKey: [...USERS, 'list', query],
    queryFn: () => unwrapResponse(api.GET('/api/users', { params: { query } })),
    placeholderData: keepPreviousData,
  });
}

export function oneUser(id: string) {
  return queryOptions({
    queryKey: [...USERS, id],
    queryFn: () => unwrapResponse(api.GET('/api/users/{id}', { params: { path: { id } } })),
  });
}

export function userSessions(id: string) {
  return queryOptions({
    queryKey: [...USERS, id, 'sessions'],
    queryFn: () => unwrapResponse(api.GET('/api/users/{id}/sessions', { params: { path: { id } } })),
  });
}

export async function changeUser(id: string, body: UserChanges): Promise<User> {
  return unwrapResponse(api.PATCH('/api/users/{id}', { params: { path: { id } }, body }));
}

export async function resetPassword(id: string) {
  return unwrapResponse(api.POST('/api/users/{id}/reset-password', { params: { path: { id } } }));
}
