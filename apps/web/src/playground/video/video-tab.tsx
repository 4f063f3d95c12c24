import { Autocomplete, Group, Paper, SimpleGrid, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconMovie } from '@tabler/icons-react';
import { useState } from 'react';
import { GrowingTextarea } from '../../kit/forms/growing-textarea.js';
import { EmptyState } from '../../kit/empty-state.js';
import { notifyError } from '../../kit/notify.js';
import { RelativeTime } from '../../kit/relative-time.js';
import { NumberField } from '../../kit/forms/number-field.js';
import { ModelPicker, useTabModel } from '../model-picker.js';
import { CallOutcome } from '../workbench/call-outcome.js';
import { readDataUrl } from '../workbench/base64.js';
import { ImageInput } from '../workbench/image-input.js';
import { SendButton } from '../workbench/send-button.js';
import { useCall } from '../workbench/use-call.js';
import { Workbench } from '../workbench/workbench.js';
import classes from './earlier-videos.module.css';
import { useVideos } from './use-video-task.js';
import { VIDEO_SIZES, videoRequest } from './video-request.js';
import { VideoStatusBadge } from './video-status-badge.js';
import { VideoTaskView } from './video-task-view.js';
import { type ListedVideo, type VideoTask } from './video-task.js';

const SAMPLE = 'A paper boat drifts down a rainy street, seen from above';
const INITIAL = { prompt: SAMPLE, seconds: 4 as number | '', size: '640x360' };

export function VideoTab() {
  const [model, setModel] = useTabModel();
  const [image, setImage] = useState<File>();
  const [opened, setOpened] = useState<string>();
  const form = useForm({ initialValues: INITIAL });
  const call = useCall(videoRequest, (response) => response.json<VideoTask>());
  const { prompt, seconds, size } = form.values;
  const send = async (): Promise<void> => {
    if (model === undefined) return;
    const imageUrl = image && (await readDataUrl(image));
    call.send({ model, prompt, seconds: seconds === '' ? undefined : seconds, size, imageUrl });
  };
  const open = (id: string): void => {
    call.stop();
    setOpened(id);
  };
  return (
    <Workbench
      label="Create a video"
      onSubmit={() => void send().catch(notifyError)}
      fields={
        <>
          <ModelPicker capability="video" value={model} onChange={setModel} />
          <GrowingTextarea label="Prompt" minRows={3} maxRows={12} {...form.getInputProps('prompt')} />
          <SimpleGrid cols={2} spacing="sm">
            <NumberField label="Seconds" min={1} max={60} {...form.getInputProps('seconds')} />
            <Autocomplete label="Size" data={VIDEO_SIZES} {...form.getInputProps('size')} />
          </SimpleGrid>
          <ImageInput
            label="Image (optional)"
            description="The first frame of the video"
            value={image}
            onChange={setImage}
          />
          <SendButton
            call={call}
            isIncomplete={model === undefined || (prompt.trim() === '' && image === undefined)}
          >
            Create video
          </SendButton>
        </>
      }
    >
      <Stack gap="md">
        <CallOutcome
          call={call}
          empty={opened === undefined ? <EmptyVideo /> : <VideoTaskView id={opened} />}
          hidesFacts
        >
          {({ output }) => <VideoTaskView id={output.task_id} />}
        </CallOutcome>
        <EarlierVideos onOpen={open} />
      </Stack>
    </Workbench>
  );
}

function EmptyVideo() {
  return (
    <EmptyState icon={IconMovie} title="No video yet">
      Videos take a while. You see the progress, and can play the video here when it is ready.
    </EmptyState>
  );
}

/** The previous videos of the owner of the token. Not shown if there are none. */
function EarlierVideos({ onOpen }: { onOpen: (id: string) => void }) {
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
        <div className={classes.label}>
          <Text size="sm" truncate>
            {prompt === null || prompt === '' ? 'Without a prompt' : prompt}
          </Text>
          <Text size="xs" c="dimmed">
            {model}, <RelativeTime isInLink at={new Date(createdAt * 1_000).toISOString()} />
          </Text>
        </div>
        <VideoStatusBadge status={status} isCancelled={error?.code === 'cancelled'} />
      </Group>
    </UnstyledButton>
  );
}
