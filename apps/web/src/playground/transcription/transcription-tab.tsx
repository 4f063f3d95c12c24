import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  FileInput,
  Group,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconFileMusic, IconMicrophone, IconMicrophoneOff, IconPlayerStopFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../kit/empty-state.js';
import { type GatewayAnswer } from '../call.js';
import { ModelPicker, useTabModel } from '../model-picker.js';
import { AudioPlayer } from '../workbench/audio-player.js';
import { CallOutcome } from '../workbench/call-outcome.js';
import { SendButton } from '../workbench/send-button.js';
import { useCall } from '../workbench/use-call.js';
import { useObjectUrl } from '../workbench/use-object-url.js';
import { Workbench } from '../workbench/workbench.js';
import { recordingAtHand } from './recording-at-hand.js';
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
  { value: 'verbose_json', label: 'With times (verbose_json)' },
  { value: 'json', label: 'Text in JSON (json)' },
  { value: 'text', label: 'Plain text (text)' },
  { value: 'srt', label: 'Subtitles (srt)' },
  { value: 'vtt', label: 'Subtitles for the web (vtt)' },
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
  const [file, setFile] = useState(recordingAtHand.get);
  const form = useForm({ initialValues: INITIAL });
  const call = useCall(transcriptionRequest, readTranscript);
  const send = (): void => {
    if (model !== undefined && file !== undefined) call.send({ ...form.values, model, file });
  };
  const isTranscription = form.values.task === 'transcribe';
  return (
    <Workbench
      label="Write down what is said"
      onSubmit={send}
      fields={
        <>
          <ModelPicker capability="transcription" value={model} onChange={setModel} />
          <RecordingInput value={file} onChange={setFile} />
          <SegmentedControl
            aria-label="What to make of it"
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
              label="The time of every word, too"
              {...form.getInputProps('withWords', { type: 'checkbox' })}
            />
          ) : null}
          {isTranscription ? (
            <TextInput
              label="Language (optional)"
              description="Such as en or de. Empty: the model finds out"
              {...form.getInputProps('language')}
            />
          ) : null}
          <TextInput
            label="Prompt (optional)"
            description="Names and words that the model should expect"
            {...form.getInputProps('prompt')}
          />
          <SendButton call={call} isIncomplete={model === undefined || file === undefined}>
            {isTranscription ? 'Transcribe' : 'Translate'}
          </SendButton>
        </>
      }
    >
      <CallOutcome call={call} empty={<Invitation />}>
        {({ options, answer }) => <TranscriptView options={options} transcript={answer} />}
      </CallOutcome>
    </Workbench>
  );
}

async function readTranscript(answer: GatewayAnswer, { format }: TranscriptionOptions): Promise<Transcript> {
  const body = await answer.blob();
  return parseTranscript(await body.text(), format);
}

function Invitation() {
  return (
    <EmptyState icon={IconMicrophone} title="What is being said?">
      Choose a recording, or record yourself. Nothing at hand?{' '}
      <Anchor component={Link} to="/playground/speech" underline="always">
        Let a model speak
      </Anchor>{' '}
      and send that here.
    </EmptyState>
  );
}

/** A recording: a file, or what the microphone hears. */
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
            Record with the microphone
          </Button>
        )}
        {recorder.isRecording ? (
          <Text size="sm" className="tabular" role="timer">
            {recorder.seconds} s
          </Text>
        ) : null}
      </Group>
      {recorder.trouble === undefined ? null : (
        <Alert color="red" icon={<IconMicrophoneOff />} title="No microphone" role="alert">
          {recorder.trouble}
        </Alert>
      )}
      {url === undefined ? null : <AudioPlayer url={url} label="The recording" />}
    </Stack>
  );
}
