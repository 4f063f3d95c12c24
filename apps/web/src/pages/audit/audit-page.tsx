import { Autocomplete, Button, Group, Pill, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHistory, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { EmptyState } from '../../kit/empty-state.js';
import { PageHeader } from '../../kit/page-header.js';
import { PeriodPicker } from '../../kit/period/period-picker.js';
import { type PeriodState, usePeriod } from '../../kit/period/use-period.js';
import { type Column } from '../../kit/table/data-table.js';
import { ClearFilters, LoadedTable } from '../../kit/table/loaded-table.js';
import { RowLink } from '../../kit/table/row-link.js';
import { SearchFilter } from '../../kit/table/search-filter.js';
import { type ListState, useListState } from '../../kit/table/use-list-state.js';
import { RelativeTime } from '../../kit/relative-time.js';
import { type AuditEntry, type AuditQuery, auditList } from './audit-queries.js';
import { ACTIONS, actionText } from './audit-words.js';
import { EntryDrawer } from './entry-drawer.js';
import { toChanges } from './to-changes.js';
import { VerifyModal } from './verify-modal.js';

const AUDIT_FILTERS = ['actor', 'action', 'subject_id'] as const;

interface AuditFiltersProps {
  listState: ListState<(typeof AUDIT_FILTERS)[number]>;
  period: PeriodState;
}

interface ActionFilterProps {
  action: string | undefined;
  onChange: (action: string | null) => void;
}

export function AuditPage() {
  const listState = useListState(AUDIT_FILTERS);
  const period = usePeriod('30d');
  const [params, setParams] = useSearchParams();
  const [isVerifying, verifying] = useDisclosure();
  const { sort, cursor, filters } = listState;
  const result = useQuery(
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
  const opened = result.data?.data.find(({ seq }) => String(seq) === params.get('entry'));
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Every change, with its author and time. Each entry contains the hash of the entry before it, so tampering is detectable."
        actions={
          <Button variant="default" leftSection={<IconShieldCheck size={16} />} onClick={verifying.open}>
            Verify log
          </Button>
        }
      />
      <AuditFilters listState={listState} period={period} />
      <LoadedTable
        label="Audit log"
        result={result}
        rowKey={({ seq }) => String(seq)}
        columns={auditColumns(linkTo)}
        getLink={({ seq }) => linkTo(seq)}
        listState={listState}
        defaultSort="-at"
        empty={
          <EmptyState icon={IconHistory} title="No entries" action={<ClearFilters listState={listState} />}>
            {listState.hasFilters
              ? 'No entries in this period match the filters.'
              : 'There are no entries in this period. Choose a longer period.'}
          </EmptyState>
        }
      />
      <EntryDrawer
        entry={opened}
        onClose={() => setParams(new URLSearchParams(linkTo(null)), { preventScrollReset: true })}
      />
      <VerifyModal opened={isVerifying} onClose={verifying.close} />
    </>
  );
}

function auditColumns(linkTo: (entry: number) => string): Column<AuditEntry>[] {
  return [
    { header: 'Time', hasTimes: true, sortBy: 'at', cell: ({ at }) => <RelativeTime at={at} /> },
    {
      header: 'Actor',
      wideOnly: true,
      cell: ({ actor }) => (
        <>
          <Text inherit style={{ overflowWrap: 'anywhere' }}>
            {actor.name}
          </Text>
          {actor.kind === 'user' ? null : (
            <Text size="xs" c="dimmed">
              {actor.kind}
            </Text>
          )}
        </>
      ),
    },
    {
      header: 'Action',
      cell: ({ seq, action, actor }) => (
        <>
          <RowLink to={linkTo(seq)}>{actionText(action)}</RowLink>
          {/* Narrow screens have no column for the actor. */}
          <Text size="xs" c="dimmed" hiddenFrom="sm" style={{ overflowWrap: 'anywhere' }}>
            {actor.name}
          </Text>
        </>
      ),
    },
    {
      header: 'Subject',
      wideOnly: true,
      cell: ({ subject, actor }) =>
        subject.id === actor.id ? '' : (subject.name ?? (subject.type === subject.id ? '' : subject.id)),
    },
    {
      header: 'Changed fields',
      wideOnly: true,
      cell: ({ changes }) => (
        <Text inherit c="dimmed" lineClamp={1} maw="20rem">
          {toChanges(changes)
            .map(({ field }) => field)
            .join(', ')}
        </Text>
      ),
    },
  ];
}

function AuditFilters({ listState: { filters, setFilter }, period }: AuditFiltersProps) {
  return (
    <Group mb="md" gap="sm" align="flex-start" role="search" aria-label="Filter audit log">
      <SearchFilter label="Actor" value={filters.actor} onChange={(actor) => setFilter('actor', actor)} />
      <ActionFilter
        key={filters.action}
        action={filters.action}
        onChange={(action) => setFilter('action', action)}
      />
      <PeriodPicker period={period} />
      <SubjectFilter filters={filters} setFilter={setFilter} />
    </Group>
  );
}

/** Links from other pages set this filter. On this page, it can only be removed. */
function SubjectFilter({
  filters,
  setFilter,
}: Pick<AuditFiltersProps['listState'], 'filters' | 'setFilter'>) {
  const { subject_id: id } = filters;
  if (id === undefined) return null;
  return (
    <Pill
      size="lg"
      maw="100%"
      withRemoveButton
      onRemove={() => setFilter('subject_id', null)}
      removeButtonProps={{ 'aria-label': 'Remove the subject filter' }}
    >
      Subject: {id}
    </Pill>
  );
}

/** The user can select an action by its label or enter its name as in the log. */
function ActionFilter({ action, onChange }: ActionFilterProps) {
  const [text, setText] = useState(action === undefined ? '' : actionText(action));
  const apply = (input: string): void => {
    const listed = ACTIONS.find(({ label }) => label === input.trim());
    onChange(listed?.value ?? (input.trim() || null));
  };
  return (
    <Autocomplete
      aria-label="Action"
      placeholder="Any action"
      data={ACTIONS.map(({ label }) => label)}
      value={text}
      onChange={setText}
      onOptionSubmit={apply}
      onBlur={() => apply(text)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply(text);
      }}
      onClear={() => onChange(null)}
      clearable
      w={240}
    />
  );
}
