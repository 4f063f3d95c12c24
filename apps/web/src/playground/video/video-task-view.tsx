import { Alert, Button, Code, Group, Progress, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconBan, IconX } from '@tabler/icons-react';
import { formatBytes, formatDuration } from '../../kit/format.js';
import { notifyError } from '../../kit/notify.js';
import { RelativeTime } from '../../kit/relative-time.js';
import { CostFact, Fact } from '../call-facts.js';
import { useRecordedRequest } from '../call/request-cost.js';
import { CallErrorAlert } from '../call-error-alert.js';
import { DownloadLink } from '../workbench/download-link.js';
import { useObjectUrl } from '../workbench/use-object-url.js';
import { useCancelVideo, useVideo, useVideoTask } from './use-video-task.js';
import classes from './video-player.module.css';
import { VideoStatusBadge } from './video-status-badge.js';
import { CANCELLED, type VideoTask, adviceForTask, describeVideo, isFinished } from './video-task.js';

/** The progress and the result of a task. */
export function VideoTaskView({ id }: { id: string }) {
  const { data: task, error, refetch } = useVideoTask(id);
  if (error !== null) return <CallErrorAlert error={error} onRetry={() => void refetch()} />;
  if (task === undefined) return <Skeleton h={160} aria-label="Loading the task" />;
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Title order={2} size="h4">
          Video
        </Title>
        <VideoStatusBadge status={task.status} isCancelled={task.error?.code === CANCELLED} />
      </Group>
      <TaskResult task={task} />
      {isFinished(task.status) ? <TaskFacts id={task.task_id} /> : null}
      <Text size="xs" c="dimmed">
        Task <Code fz="xs">{task.task_id}</Code>
        {task.created_at === undefined ? null : (
          <>
            , started <RelativeTime at={new Date(task.created_at * 1_000).toISOString()} />
          </>
        )}
      </Text>
    </Stack>
  );
}

/** A task is stored as a request with the id of the task. A task that ended before a provider was called is not stored. */
function TaskFacts({ id }: { id: string }) {
  const { recorded } = useRecordedRequest(id);
  if (recorded === undefined) return null;
  return (
    <Group gap="xs">
      <Fact name="Time" explanation="From the request to the end of the task">
        {formatDuration(recorded.duration_ms)}
      </Fact>
      <CostFact costUsd={recorded.cost_usd} />
    </Group>
  );
}

function TaskResult({ task }: { task: VideoTask }) {
  if (task.status === 'completed') return <VideoPlayer task={task} />;
  if (!isFinished(task.status)) return <VideoProgress task={task} />;
  const { code = 500, message = 'The task failed.' } = task.error ?? {};
  const advice = adviceForTask(code);
  return (
    <Alert
      color={advice === undefined ? 'gray' : 'red'}
      icon={advice === undefined ? <IconBan /> : <IconAlertTriangle />}
      title={`${code}: ${message}`}
      role="alert"
    >
      {advice}
    </Alert>
  );
}

function VideoProgress({ task }: { task: VideoTask }) {
  const cancel = useCancelVideo(task.task_id);
  const percent = task.progress ?? 0;
  return (
    <Stack gap="xs">
      <Group gap="sm" wrap="nowrap">
        <Progress.Root size="lg" flex={1}>
          <Progress.Section value={Math.max(percent, 2)} animated aria-label="Progress" />
        </Progress.Root>
        <Text size="sm" className="tabular">
          {Math.round(percent)}%
        </Text>
      </Group>
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconX size={14} />}
          loading={cancel.isPending}
          onClick={() => cancel.mutate(undefined, { onError: notifyError })}
        >
          Cancel task
        </Button>
      </Group>
    </Stack>
  );
}

/** The request for the video needs the token in a header, so the video is loaded into memory and played from there. */
function VideoPlayer({ task }: { task: VideoTask }) {
  const { data: video, error, refetch } = useVideo(task.task_id);
  const url = useObjectUrl(video);
  if (error !== null) return <CallErrorAlert error={error} onRetry={() => void refetch()} />;
  if (video === undefined) return <Skeleton h={240} aria-label="Loading the video" />;
  return (
    <Stack gap="xs">
      {/* Generated videos have no captions. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video controls playsInline src={url} aria-label="Video" className={classes.player} />
      <Group gap="xs">
        <DownloadLink url={url} fileName={`${task.task_id}.mp4`} />
        <Text size="xs" c="dimmed">
          {[describeVideo(task.metadata ?? {}), formatBytes(video.size)]
            .filter((part) => part !== '')
            .join(', ')}
        </Text>
      </Group>
    </Stack>
  );
}
