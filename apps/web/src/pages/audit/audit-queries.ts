import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Schema, unwrapResponse, api } from '../../api/client.js';
import type { paths } from '../../api/schema.js';

export type AuditEntry = Schema<'AuditEntryView'>;

export type AuditQuery = NonNullable<paths['/api/audit']['get']['parameters']['query']>;

export function auditList(key: string, query: () => AuditQuery) {
  return queryOptions({
    queryKey: ['audit', key],
    queryFn: () => unwrapResponse(api.GET('/api/audit', { params: { query: query() } })),
    placeholderData: keepPreviousData,
  });
}

export async function verifyAudit(head: string | undefined): Promise<Schema<'AuditReportView'>> {
  return unwrapResponse(api.GET('/api/audit/verify', { params: { query: { head } } }));
}
