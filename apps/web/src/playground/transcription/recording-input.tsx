import { Alert, Button, FileInput, Group, Stack, Text } from '@mantine/core';
import { IconFileMusic, IconMicrophone, IconMicrophoneOff, IconPlayerStopFilled } from '@tabler/icons-react';
import { AudioPlayer } from '../workbench/audio-player.js';
import { useObjectUrl } from '../workbench/use-object-url.js';
import { useRecorder } from './use-recorder.js';

export interface RecordingInputProps {
  value: File | undefined;
  onChange: (recording: File | undefined) => void;
}

/** A recording: a file, or what the microphone hears. */
export function RecordingInput({ value, onChange }: RecordingInputProps) {
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
