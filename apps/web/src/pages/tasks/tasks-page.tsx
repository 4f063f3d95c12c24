import { Button, Group, Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconMovie } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '../../kit/empty-state.js';
import { formatDuration, formatUsd } from '../../kit/format.js';
import { PageHeader } from '../../kit/page-header.js';
import { PeriodPicker } from '../../kit/period/period-picker.js';
import { type PeriodState, usePeriod } from '../../kit/period/use-period.js';
import { ChoiceFilter } from '../../kit/table/choice-filter.js';
import { type Column } from '../../kit/table/data-table.js';
import { ClearFilters, LoadedTable } from '../../kit/table/loaded-table.js';
import { RowLink } from '../../kit/table/row-link.js';
import { type ListState, useListState } from '../../kit/table/use-list-state.js';
import { RelativeTime } from '../../kit/relative-time.js';
import { NameFilter } from '../requests/name-filter.js';
import { TaskBadge } from './task-badge.js';
import { TASK_FILTERS, type Task, type TaskFilter, taskList } from './task-queries.js';
import { TASK_STATUSES, isRunning } from './task-status.js';

export function TasksPage() {
  const listState = useListState(TASK_FILTERS);
  const period = usePeriod('30d');
  const query = { sort: listState.sort, cursor: listState.cursor, ...listState.filters };
  return (
    <>
      <PageHeader
        title="Tasks"
        description="Videos that are generated in the background, with their progress and result."
      />
      <Filters listState={listState} period={period} />
      <LoadedTable
        label="Tasks"
        result={useQuery(taskList(query, period))}
        rowKey={({ id }) => id}
        columns={COLUMNS}
        listState={listState}
        defaultSort="-created_at"
        getLink={linkTo}
        empty={<NoTasks listState={listState} />}
      />
    </>
  );
}

const COLUMNS: Column<Task>[] = [
  {
    header: 'Submitted',
    hasTimes: true,
    sortBy: 'created_at',
    cell: (task) => (
      <RowLink to={linkTo(task)}>
        <RelativeTime isInLink at={task.created_at} />
      </RowLink>
    ),
  },
  { header: 'Status', cell: (task) => <StateCell task={task} /> },
  { header: 'Model', cell: ({ model }) => model },
  { header: 'Token', cell: ({ token_name: name }) => name ?? <Dimmed>Deleted</Dimmed>, wideOnly: true },
  { header: 'Channel', cell: ({ channel }) => channel ?? <Dimmed>None yet</Dimmed>, wideOnly: true },
  { header: 'Duration', align: 'right', cell: getDuration, wideOnly: true },
  { header: 'Cost', align: 'right', cell: (task) => <CostCell task={task} /> },
];

function StateCell({ task: { status, progress, error, cancel_requested_at: cancelAt } }: { task: Task }) {
  return (
    <div>
      <TaskBadge status={status} />
      {isRunning(status) ? (
        <Progress value={progress} size="sm" mt={6} maw={160} aria-label={`${progress}% complete`} />
      ) : null}
      {isRunning(status) && cancelAt !== null ? (
        <Text size="xs" c="dimmed" mt={4}>
          Cancelling
        </Text>
      ) : null}
      {status === 'failed' && error !== null ? (
        <Text size="xs" c="dimmed" mt={4} maw={280} truncate>
          {error.message}
        </Text>
      ) : null}
    </div>
  );
}

function CostCell({ task: { status, cost_usd: costUsd, held_usd: heldUsd } }: { task: Task }) {
  if (costUsd !== null) return formatUsd(costUsd);
  if (isRunning(status) && heldUsd > 0) return <Dimmed>{`${formatUsd(heldUsd)} reserved`}</Dimmed>;
  return <Dimmed>Unknown</Dimmed>;
}

function getDuration({ created_at: createdAt, finished_at: finishedAt }: Task): string {
  return finishedAt === null ? '–' : formatDuration(Date.parse(finishedAt) - Date.parse(createdAt));
}

function Dimmed({ children }: { children: string }) {
  return (
    <Text span inherit c="dimmed">
      {children}
    </Text>
  );
}

function Filters({ listState, period }: { listState: ListState<TaskFilter>; period: PeriodState }) {
  const { filters, setFilter } = listState;
  const named = { period, operation: 'video' };
  return (
    <Group mb="md" gap="xs" role="search" aria-label="Filter tasks">
      <PeriodPicker period={period} />
      <ChoiceFilter
        size="xs"
        label="Status"
        data={TASK_STATUSES.map(({ value, label }) => ({ value, label }))}
        value={filters.status}
        onChange={(status) => setFilter('status', status)}
      />
      <NameFilter
        {...named}
        group="model"
        label="Model"
        value={filters.model}
        onChange={(model) => setFilter('model', model)}
      />
      <NameFilter
        {...named}
        group="token"
        label="Token"
        value={filters.token}
        onChange={(token) => setFilter('token', token)}
      />
      {listState.hasFilters ? (
        <Button size="xs" variant="subtle" onClick={listState.clearFilters}>
          Clear filters
        </Button>
      ) : null}
    </Group>
  );
}

function NoTasks({ listState }: { listState: ListState<TaskFilter> }) {
  return listState.hasFilters ? (
    <EmptyState icon={IconMovie} title="No matching tasks" action={<ClearFilters listState={listState} />}>
      No tasks in this period match the filters.
    </EmptyState>
  ) : (
    <EmptyState
      icon={IconMovie}
      title="No tasks"
      action={
        <Button component={Link} to="/playground/video">
          Open the playground
        </Button>
      }
    >
      No videos were requested in this period. Choose a longer period, or create a video in the playground.
    </EmptyState>
  );
}

function linkTo({ id }: Pick<Task, 'id'>): string {
  return `/tasks/${encodeURIComponent(id)}`;
}
