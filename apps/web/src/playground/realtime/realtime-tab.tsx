import { Autocomplete, Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { IconPhoneOff, IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import { SegmentedControl } from '../../kit/segmented-control.js';
import { GrowingTextarea } from '../../kit/forms/growing-textarea.js';
import { ModelPicker, useTabModel } from '../model-picker.js';
import { VOICES } from '../speech/speech-request.js';
import { Workbench } from '../workbench/workbench.js';
import { useTokenHint } from '../token-context.js';
import { ConversationPanel } from './conversation-panel.js';
import { type SessionOptions } from './session-options.js';
import { type Realtime, useRealtime } from './use-realtime.js';

type Settings = Omit<SessionOptions, 'model'>;

const INITIAL: Settings = {
  modality: 'audio',
  voice: '',
  instructions: 'You are a friendly assistant. Keep your replies short.',
  transcriptionModel: '',
};

export function RealtimeTab() {
  const [model, setModel] = useTabModel();
  const [options, setOptions] = useState<SessionOptions>();
  const form = useForm<Settings>({ initialValues: INITIAL });
  const realtime = useRealtime();
  const { state } = realtime.connection;
  const isBusy = state === 'connecting' || state === 'open';
  const connect = (): void => {
    if (model === undefined) return;
    const next = { ...form.values, model };
    setOptions(next);
    realtime.connect(next);
  };
  return (
    <Workbench
      label="Conversation settings"
      onSubmit={connect}
      fields={
        <>
          <Fieldset variant="unstyled" mx={0} disabled={isBusy}>
            <Stack gap="sm">
              <ModelPicker capability="realtime" value={model} onChange={setModel} />
              <SettingsFields form={form} />
            </Stack>
          </Fieldset>
          <ConnectButtons realtime={realtime} isBusy={isBusy} isIncomplete={model === undefined} />
        </>
      }
    >
      <ConversationPanel realtime={realtime} options={options} />
    </Workbench>
  );
}

function SettingsFields({ form }: { form: UseFormReturnType<Settings> }) {
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label="Response type"
        data={[
          { value: 'audio', label: 'Audio' },
          { value: 'text', label: 'Text' },
        ]}
        {...form.getInputProps('modality')}
      />
      {form.values.modality === 'audio' ? (
        <Autocomplete
          label="Voice"
          placeholder="Provider default"
          data={VOICES}
          {...form.getInputProps('voice')}
        />
      ) : null}
      <GrowingTextarea label="Instructions" minRows={2} maxRows={8} {...form.getInputProps('instructions')} />
      <TextInput
        label="Transcription model (optional)"
        description="Some providers need a model to transcribe what you say"
        placeholder="whisper-1"
        {...form.getInputProps('transcriptionModel')}
      />
    </>
  );
}

interface ConnectButtonsProps {
  realtime: Realtime;
  isBusy: boolean;
  isIncomplete: boolean;
}

function ConnectButtons({ realtime, isBusy, isIncomplete }: ConnectButtonsProps) {
  const hint = useTokenHint();
  if (realtime.connection.state === 'open') {
    return (
      <Group mt="xs">
        <Button color="red" variant="light" leftSection={<IconPhoneOff size={16} />} onClick={realtime.end}>
          End conversation
        </Button>
      </Group>
    );
  }
  return (
    <Group mt="xs" gap="sm">
      <Button
        type="submit"
        leftSection={<IconPlugConnected size={16} />}
        loading={isBusy}
        disabled={!realtime.canConnect || isIncomplete}
      >
        Connect
      </Button>
      {hint === undefined ? null : (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
    </Group>
  );
}
