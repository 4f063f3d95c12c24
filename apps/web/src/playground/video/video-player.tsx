import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { formatBytes } from '../../kit/format.js';
import { ShownError } from '../shown-error.js';
import { DownloadLink } from '../workbench/download-link.js';
import { useObjectUrl } from '../workbench/use-object-url.js';
import classes from './video-player.module.css';
import { useVideo } from './use-video-task.js';
import { type VideoTask, describeVideo } from './video-task.js';

/** The video is fetched with the token, so it plays from the page's memory. */
export function VideoPlayer({ task }: { task: VideoTask }) {
  const { data: video, error, refetch } = useVideo(task.task_id);
  const url = useObjectUrl(video);
  if (error !== null) return <ShownError error={error} onRetry={() => void refetch()} />;
  if (video === undefined) return <Skeleton h={240} aria-label="Loading the video" />;
  return (
    <Stack gap="xs">
      {/* What models make has no captions. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video controls playsInline src={url} aria-label="The video" className={classes.player} />
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
