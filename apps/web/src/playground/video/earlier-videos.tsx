import { Group, Paper, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { When } from '../../kit/when.js';
import classes from './earlier-videos.module.css';
import { useVideos } from './use-video-task.js';
import { VideoState } from './video-state.js';
import { type ListedVideo } from './video-task.js';

/** What was made before with this token. Nothing is shown where there is nothing. */
export function EarlierVideos({ onOpen }: { onOpen: (id: string) => void }) {
  const { data: videos = [] } = useVideos();
  if (videos.length === 0) return null;
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="xs">
        Videos of this token
      </Title>
      <Stack gap={4}>
        {videos.map((video) => (
          <VideoLine key={video.id} video={video} onOpen={onOpen} />
        ))}
      </Stack>
    </Paper>
  );
}

function VideoLine({ video, onOpen }: { video: ListedVideo; onOpen: (id: string) => void }) {
  const { id, prompt, status, model, error, created_at: createdAt } = video;
  return (
    <UnstyledButton className={classes.line} onClick={() => onOpen(id)}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <div className={classes.words}>
          <Text size="sm" truncate>
            {prompt === null || prompt === '' ? 'Without a prompt' : prompt}
          </Text>
          <Text size="xs" c="dimmed">
            {model}, <When at={new Date(createdAt * 1_000).toISOString()} />
          </Text>
        </div>
        <VideoState status={status} isCancelled={error?.code === 'cancelled'} />
      </Group>
    </UnstyledButton>
  );
}
