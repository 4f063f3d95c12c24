import { Autocomplete, Button, Group, Input, Select, Slider, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconMicrophone, IconVolume } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { GrowingTextarea } from '../../kit/forms/growing-textarea.js';
import { EmptyState } from '../../kit/empty-state.js';
import { formatBytes } from '../../kit/format.js';
import { ModelPicker, useTabModel } from '../model-picker.js';
import { sharedRecording } from '../transcription/shared-recording.js';
import { AudioPlayer } from '../workbench/audio-player.js';
import { CallOutcome } from '../workbench/call-outcome.js';
import { DownloadLink } from '../workbench/download-link.js';
import { SendButton } from '../workbench/send-button.js';
import { useCall } from '../workbench/use-call.js';
import { useObjectUrl } from '../workbench/use-object-url.js';
import { Workbench } from '../workbench/workbench.js';
import { SPEECH_FORMATS, type SpeechFormat, VOICES, speechRequest } from './speech-request.js';
import { toSpeechFile } from './speech-file.js';

const SAMPLE = 'Good morning! This sentence was typed a moment ago, and now you can hear it.';

const INITIAL = {
  text: SAMPLE,
  voice: 'alloy',
  format: null as SpeechFormat | null,
  speed: 1,
  instructions: '',
};

export function SpeechTab() {
  const [model, setModel] = useTabModel();
  const form = useForm({ initialValues: INITIAL });
  const call = useCall(speechRequest, async (response, { format }) =>
    toSpeechFile(await response.blob(), format),
  );
  const { text, voice, format } = form.values;
  const send = (): void => {
    if (model !== undefined) call.send({ ...form.values, model, format: format ?? undefined });
  };
  return (
    <Workbench
      label="Generate speech"
      onSubmit={send}
      fields={
        <>
          <ModelPicker capability="speech" value={model} onChange={setModel} />
          <GrowingTextarea label="Text" minRows={4} maxRows={14} {...form.getInputProps('text')} />
          <Group grow align="flex-start">
            <Autocomplete label="Voice" data={VOICES} {...form.getInputProps('voice')} />
            <Select
              label="Format"
              placeholder="Provider default"
              data={SPEECH_FORMATS}
              clearable
              {...form.getInputProps('format')}
            />
          </Group>
          <Speed value={form.values.speed} onChange={(speed) => form.setFieldValue('speed', speed)} />
          <GrowingTextarea
            label="Instructions (optional)"
            description="Not every model supports instructions"
            placeholder="Calm and slow, with a smile"
            {...form.getInputProps('instructions')}
          />
          <SendButton
            call={call}
            isIncomplete={model === undefined || text.trim() === '' || voice.trim() === ''}
          >
            Generate speech
          </SendButton>
        </>
      }
    >
      <CallOutcome
        call={call}
        empty={
          <EmptyState icon={IconVolume} title="No audio yet">
            Choose a voice and let the model read your text. You can play the audio here, download it, or
            transcribe it back to text.
          </EmptyState>
        }
      >
        {({ output }) => <SpeechResult file={output} />}
      </CallOutcome>
    </Workbench>
  );
}

function Speed({ value, onChange }: { value: number; onChange: (speed: number) => void }) {
  return (
    <Input.Wrapper label={`Speed: ${value} ×`} component="div">
      <Slider
        thumbLabel="Speed"
        min={0.25}
        max={4}
        step={0.25}
        value={value}
        onChange={onChange}
        marks={[{ value: 1, label: 'Normal' }]}
        mb="lg"
        mt={4}
      />
    </Input.Wrapper>
  );
}

function SpeechResult({ file }: { file: File }) {
  const navigate = useNavigate();
  const url = useObjectUrl(file);
  const transcribe = (): void => {
    sharedRecording.put(file);
    void navigate('/playground/transcription');
  };
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        Speech
      </Title>
      <AudioPlayer url={url} label="Generated speech" />
      <Group gap="xs">
        <DownloadLink url={url} fileName={file.name} />
        <Button size="xs" variant="default" leftSection={<IconMicrophone size={14} />} onClick={transcribe}>
          Transcribe
        </Button>
        <Text size="xs" c="dimmed">
          {file.type}, {formatBytes(file.size)}
        </Text>
      </Group>
    </Stack>
  );
}
