import { Anchor, Box, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { toAddress } from '../../app/place.js';
import { formatBytes, formatDuration } from '../../kit/format.js';
import { When } from '../../kit/when.js';
import { type TaskDetail } from './task-queries.js';
import classes from './task-video.module.css';

const NO_CAPTIONS = 'data:text/vtt,WEBVTT';

/** The video itself, for as long as it is kept. */
export function TaskVideo({ task: { id, file } }: { task: TaskDetail }) {
  if (file === null) {
    return (
      <Text size="sm" c="dimmed">
        The video is no longer kept.
      </Text>
    );
  }
  const address = toAddress(`/api/tasks/${encodeURIComponent(id)}/content`);
  const facts = [
    ...(file.width === null || file.height === null ? [] : [`${file.width} × ${file.height}`]),
    ...(file.duration_seconds === null ? [] : [formatDuration(file.duration_seconds * 1_000)]),
    formatBytes(file.size_bytes),
  ];
  return (
    <Box>
      <video className={classes.video} src={address} controls preload="metadata" aria-label="The video">
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
