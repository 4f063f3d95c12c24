import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  FileInput,
  Group,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconFileMusic, IconMicrophone, IconMicrophoneOff, IconPlayerStopFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { SegmentedControl } from '../../kit/segmented-control.js';
import { EmptyState } from '../../kit/empty-state.js';
import { type GatewayResponse } from '../call.js';
import { ModelPicker, useTabModel } from '../model-picker.js';
import { AudioPlayer } from '../workbench/audio-player.js';
import { CallOutcome } from '../workbench/call-outcome.js';
import { SendButton } from '../workbench/send-button.js';
import { useCall } from '../workbench/use-call.js';
import { useObjectUrl } from '../workbench/use-object-url.js';
import { Workbench } from '../workbench/workbench.js';
import { sharedRecording } from './shared-recording.js';
import { TranscriptView } from './transcript-view.js';
import {
  type ResponseFormat,
  type Transcript,
  type TranscriptionOptions,
  parseTranscript,
  transcriptionRequest,
} from './transcription-call.js';
import { useRecorder } from './use-recorder.js';

const FORMATS: { value: ResponseFormat; label: string }[] = [
  { value: 'verbose_json', label: 'With timestamps (verbose_json)' },
  { value: 'json', label: 'JSON (json)' },
  { value: 'text', label: 'Plain text (text)' },
  { value: 'srt', label: 'Subtitles (srt)' },
  { value: 'vtt', label: 'Web subtitles (vtt)' },
];

const INITIAL: Omit<TranscriptionOptions, 'model' | 'file'> = {
  task: 'transcribe',
  language: '',
  prompt: '',
  format: 'verbose_json',
  withWords: false,
};

interface RecordingInputProps {
  value: File | undefined;
  onChange: (recording: File | undefined) => void;
}

export function TranscriptionTab() {
  const [model, setModel] = useTabModel();
  const [file, setFile] = useState(sharedRecording.get);
  const form = useForm({ initialValues: INITIAL });
  const call = useCall(transcriptionRequest, readTranscript);
  const send = (): void => {
    if (model !== undefined && file !== undefined) call.send({ ...form.values, model, file });
  };
  const isTranscription = form.values.task === 'transcribe';
  return (
    <Workbench
      label="Transcribe audio"
      onSubmit={send}
      fields={
        <>
          <ModelPicker capability="transcription" value={model} onChange={setModel} />
          <RecordingInput value={file} onChange={setFile} />
          <SegmentedControl
            aria-label="Operation"
            data={[
              { value: 'transcribe', label: 'Transcribe' },
              { value: 'translate', label: 'Translate to English' },
            ]}
            {...form.getInputProps('task')}
          />
          <Select
            label="Response format"
            data={FORMATS}
            allowDeselect={false}
            {...form.getInputProps('format')}
          />
          {isTranscription && form.values.format === 'verbose_json' ? (
            <Checkbox
              label="Timestamps for every word"
              {...form.getInputProps('withWords', { type: 'checkbox' })}
            />
          ) : null}
          {isTranscription ? (
            <TextInput
              label="Language (optional)"
              description="Such as en or de. Leave empty to detect it"
              {...form.getInputProps('language')}
            />
          ) : null}
          <TextInput
            label="Prompt (optional)"
            description="Names and terms that the model should expect"
            {...form.getInputProps('prompt')}
          />
          <SendButton call={call} isIncomplete={model === undefined || file === undefined}>
            {isTranscription ? 'Transcribe' : 'Translate'}
          </SendButton>
        </>
      }
    >
      <CallOutcome call={call} empty={<EmptyTranscript />}>
        {({ options, output }) => <TranscriptView options={options} transcript={output} />}
      </CallOutcome>
    </Workbench>
  );
}

async function readTranscript(
  response: GatewayResponse,
  { format }: TranscriptionOptions,
): Promise<Transcript> {
  const body = await response.blob();
  return parseTranscript(await body.text(), format);
}

function EmptyTranscript() {
  return (
    <EmptyState icon={IconMicrophone} title="No transcript yet">
      Choose a recording, or record one. No recording?{' '}
      <Anchor component={Link} to="/playground/speech" underline="always">
        Generate speech
      </Anchor>{' '}
      and transcribe it.
    </EmptyState>
  );
}

/** Lets the user choose a file or record with the microphone. */
function RecordingInput({ value, onChange }: RecordingInputProps) {
  const url = useObjectUrl(value);
  const recorder = useRecorder(onChange);
  return (
    <Stack gap="xs">
      <FileInput
        label="Recording"
        description="Audio or video"
        placeholder="Choose a file"
        accept="audio/*,video/*"
        leftSection={<IconFileMusic size={16} />}
        clearable
        clearButtonProps={{ 'aria-label': 'Remove the recording' }}
        value={value ?? null}
        onChange={(file) => onChange(file ?? undefined)}
      />
      <Group gap="sm">
        {recorder.isRecording ? (
          <Button
            color="red"
            size="xs"
            leftSection={<IconPlayerStopFilled size={14} />}
            onClick={recorder.stop}
          >
            Stop recording
          </Button>
        ) : (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconMicrophone size={14} />}
            onClick={recorder.start}
          >
            Record
          </Button>
        )}
        {recorder.isRecording ? (
          <Text size="sm" className="tabular" role="timer">
            {recorder.seconds} s
          </Text>
        ) : null}
      </Group>
      {recorder.error === undefined ? null : (
        <Alert color="red" icon={<IconMicrophoneOff />} title="No microphone" role="alert">
          {recorder.error}
        </Alert>
      )}
      {url === undefined ? null : <AudioPlayer url={url} label="Recording" />}
    </Stack>
  );
}
