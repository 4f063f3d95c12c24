import { Anchor, Box, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { addressOf } from '../../app/place.js';
import { formatBytes, formatDuration } from '../../kit/format.js';
import { When } from '../../kit/when.js';
import { type TaskDetail } from './task-queries.js';
import classes from './task-film.module.css';

const NO_CAPTIONS = 'data:text/vtt,WEBVTT';

/** The film itself, for as long as it is kept. */
export function TaskFilm({ task: { id, file } }: { task: TaskDetail }) {
  if (file === null) {
    return (
      <Text size="sm" c="dimmed">
        The film is no longer kept.
      </Text>
    );
  }
  const address = addressOf(`/api/tasks/${encodeURIComponent(id)}/content`);
  const facts = [
    ...(file.width === null || file.height === null ? [] : [`${file.width} × ${file.height}`]),
    ...(file.duration_seconds === null ? [] : [formatDuration(file.duration_seconds * 1_000)]),
    formatBytes(file.size_bytes),
  ];
  return (
    <Box>
      <video className={classes.film} src={address} controls preload="metadata" aria-label="The film">
        {/* What a model makes has no captions of its own. */}
        <track kind="captions" src={NO_CAPTIONS} />
      </video>
      <Group justify="space-between" mt="xs" gap="xs">
        <Text size="xs" c="dimmed">
          {facts.join(' · ')} · deleted <When at={file.expires_at} />
        </Text>
        <Anchor href={address} download={`${id}.mp4`} size="sm">
          <Group gap={4} component="span" display="inline-flex">
            <IconDownload size={14} aria-hidden /> Download
          </Group>
        </Anchor>
      </Group>
    </Box>
  );
}
