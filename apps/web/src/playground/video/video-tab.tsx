import { Autocomplete, NumberInput, SimpleGrid, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconMovie } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyState } from '../../kit/empty-state.js';
import { tellFailure } from '../../kit/notify.js';
import { ModelPicker } from '../model-picker.js';
import { useTabModel } from '../use-tab-model.js';
import { CallOutcome } from '../workbench/call-outcome.js';
import { readDataUrl } from '../workbench/data-url.js';
import { ImageInput } from '../workbench/image-input.js';
import { SendButton } from '../workbench/send-button.js';
import { useCall } from '../workbench/use-call.js';
import { Workbench } from '../workbench/workbench.js';
import { EarlierVideos } from './earlier-videos.js';
import { VIDEO_SIZES, videoRequest } from './video-request.js';
import { VideoTaskView } from './video-task-view.js';
import { type VideoTask } from './video-task.js';

const SAMPLE = 'A paper boat drifts down a rainy street, seen from above';
const INITIAL = { prompt: SAMPLE, seconds: 4 as number | '', size: '640x360' };

export function VideoTab() {
  const [model, setModel] = useTabModel();
  const [image, setImage] = useState<File>();
  const [opened, setOpened] = useState<string>();
  const form = useForm({ initialValues: INITIAL });
  const call = useCall(videoRequest, (answer) => answer.json<VideoTask>());
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
      label="Make a video"
      onSubmit={() => void send().catch(tellFailure)}
      fields={
        <>
          <ModelPicker capability="video" value={model} onChange={setModel} />
          <Textarea label="Prompt" autosize minRows={3} maxRows={12} {...form.getInputProps('prompt')} />
          <SimpleGrid cols={2} spacing="sm">
            <NumberInput label="Seconds" min={1} max={60} {...form.getInputProps('seconds')} />
            <Autocomplete label="Size" data={VIDEO_SIZES} {...form.getInputProps('size')} />
          </SimpleGrid>
          <ImageInput
            label="Image (optional)"
            description="The video begins with it"
            value={image}
            onChange={setImage}
          />
          <SendButton
            call={call}
            isIncomplete={model === undefined || (prompt.trim() === '' && image === undefined)}
          >
            Make the video
          </SendButton>
        </>
      }
    >
      <Stack gap="md">
        <CallOutcome
          call={call}
          empty={opened === undefined ? <Invitation /> : <VideoTaskView id={opened} />}
        >
          {({ answer }) => <VideoTaskView id={answer.task_id} />}
        </CallOutcome>
        <EarlierVideos onOpen={open} />
      </Stack>
    </Workbench>
  );
}

function Invitation() {
  return (
    <EmptyState icon={IconMovie} title="Watch it">
      A video takes a while. You see how far it is, and can play it here when it is ready.
    </EmptyState>
  );
}
