import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { IconHistory, IconShieldCheck } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { EmptyState } from '../../kit/empty-state.js';
import { Failure } from '../../kit/failure.js';
import { PageHeader } from '../../kit/page-header.js';
import { usePeriod } from '../../kit/period/use-period.js';
import { DataTable } from '../../kit/table/data-table.js';
import { useListPlace } from '../../kit/table/use-list-place.js';
import { auditColumns } from './audit-columns.js';
import { AUDIT_FILTERS, AuditFilters } from './audit-filters.js';
import { type AuditQuery, auditList } from './audit-queries.js';
import { EntryDrawer } from './entry-drawer.js';
import { VerifyModal } from './verify-modal.js';

export function AuditPage() {
  const place = useListPlace(AUDIT_FILTERS);
  const period = usePeriod('30d');
  const [params, setParams] = useSearchParams();
  const [isVerifying, verifying] = useDisclosure();
  const { sort, cursor, filters } = place;
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(
    auditList(JSON.stringify([sort, cursor, filters, period.key]), () => ({
      sort: sort as AuditQuery['sort'],
      cursor,
      ...filters,
      ...period.range(),
    })),
  );
  const linkTo = (entry: number | null): string => {
    const next = new URLSearchParams(params);
    if (entry === null) next.delete('entry');
    else next.set('entry', String(entry));
    return `?${next}`;
  };
  const opened = data?.data.find(({ seq }) => String(seq) === params.get('entry'));
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Who changed what, and when. Every entry is chained to the one before it, so nobody can alter the past unnoticed."
        actions={
          <Button variant="default" leftSection={<IconShieldCheck size={16} />} onClick={verifying.open}>
            Verify the chain
          </Button>
        }
      />
      <AuditFilters place={place} period={period} />
      {error === null ? null : <Failure error={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 ? (
        <EmptyState
          icon={IconHistory}
          title="Nothing happened here"
          action={
            place.hasFilters ? (
              <Button variant="light" onClick={place.clearFilters}>
                Clear the filters
              </Button>
            ) : undefined
          }
        >
          {place.hasFilters
            ? 'No entry of this period fits the filters.'
            : 'Choose a longer period to see what was changed earlier.'}
        </EmptyState>
      ) : error === null ? (
        <DataTable
          label="Audit log"
          rows={data?.data ?? []}
          rowKey={({ seq }) => String(seq)}
          columns={auditColumns(linkTo)}
          getLink={({ seq }) => linkTo(seq)}
          place={place}
          defaultSort="-at"
          nextCursor={data?.next_cursor ?? null}
          isLoading={isPending || isPlaceholderData}
        />
      ) : null}
      <EntryDrawer
        entry={opened}
        onClose={() => setParams(new URLSearchParams(linkTo(null)), { preventScrollReset: true })}
      />
      <VerifyModal opened={isVerifying} onClose={verifying.close} />
    </>
  );
}
