import { Button, Group, Stack, TextInput } from '@mantine/core';
import { IconHandStop, IconMicrophone, IconMicrophoneOff, IconSend } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { type Realtime } from './use-realtime.js';

/** Controls to type a message, to turn the microphone on and off, and to interrupt the model. */
export function TalkControls({ realtime }: { realtime: Realtime }) {
  const { conversation, isPlaying, isListening, interrupt, toggleMicrophone } = realtime;
  return (
    <Stack gap="sm">
      <TypedMessage isResponding={conversation.isResponding} onSend={realtime.sendText} />
      <Group gap="sm">
        <Button
          variant={isListening ? 'filled' : 'default'}
          size="xs"
          aria-pressed={isListening}
          leftSection={isListening ? <IconMicrophone size={14} /> : <IconMicrophoneOff size={14} />}
          onClick={toggleMicrophone}
        >
          {isListening ? 'Microphone on' : 'Microphone off'}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconHandStop size={14} />}
          disabled={!conversation.isResponding && !isPlaying}
          onClick={interrupt}
        >
          Interrupt
        </Button>
      </Group>
    </Stack>
  );
}

interface TypedMessageProps {
  isResponding: boolean;
  onSend: (text: string) => void;
}

function TypedMessage({ isResponding, onSend }: TypedMessageProps) {
  const [text, setText] = useState('Hello! What can you do?');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() === '' || isResponding) return;
    onSend(text.trim());
    setText('');
  };
  return (
    <form onSubmit={submit}>
      <Group gap="sm" align="flex-end" wrap="nowrap">
        <TextInput
          flex={1}
          label="Message"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autoComplete="off"
        />
        <Button
          type="submit"
          leftSection={<IconSend size={16} />}
          disabled={text.trim() === '' || isResponding}
        >
          Send
        </Button>
      </Group>
    </form>
  );
}
