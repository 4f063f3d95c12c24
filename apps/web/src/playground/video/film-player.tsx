import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { formatBytes } from '../../kit/format.js';
import { ShownError } from '../shown-error.js';
import { DownloadLink } from '../workbench/download-link.js';
import { useObjectUrl } from '../workbench/use-object-url.js';
import classes from './film-player.module.css';
import { useFilm } from './use-video-task.js';
import { type VideoTask, describeFilm } from './video-task.js';

/** The film is fetched with the token, so it plays from the page's memory. */
export function FilmPlayer({ task }: { task: VideoTask }) {
  const { data: film, error, refetch } = useFilm(task.task_id);
  const url = useObjectUrl(film);
  if (error !== null) return <ShownError error={error} onRetry={() => void refetch()} />;
  if (film === undefined) return <Skeleton h={240} aria-label="Loading the video" />;
  return (
    <Stack gap="xs">
      {/* What models make has no captions. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video controls playsInline src={url} aria-label="The video" className={classes.player} />
      <Group gap="xs">
        <DownloadLink url={url} fileName={`${task.task_id}.mp4`} />
        <Text size="xs" c="dimmed">
          {[describeFilm(task.metadata ?? {}), formatBytes(film.size)]
            .filter((part) => part !== '')
            .join(', ')}
        </Text>
      </Group>
    </Stack>
  );
}
