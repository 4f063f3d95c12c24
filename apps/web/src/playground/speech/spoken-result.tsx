import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconMicrophone } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { formatBytes } from '../../kit/format.js';
import { recordingAtHand } from '../transcription/recording-at-hand.js';
import { AudioPlayer } from '../workbench/audio-player.js';
import { DownloadLink } from '../workbench/download-link.js';
import { useObjectUrl } from '../workbench/use-object-url.js';

export function SpokenResult({ file }: { file: File }) {
  const navigate = useNavigate();
  const url = useObjectUrl(file);
  const transcribe = (): void => {
    recordingAtHand.put(file);
    void navigate('/playground/transcription');
  };
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        Speech
      </Title>
      <AudioPlayer url={url} label="The spoken text" />
      <Group gap="xs">
        <DownloadLink url={url} fileName={file.name} />
        <Button size="xs" variant="default" leftSection={<IconMicrophone size={14} />} onClick={transcribe}>
          Transcribe it
        </Button>
        <Text size="xs" c="dimmed">
          {file.type}, {formatBytes(file.size)}
        </Text>
      </Group>
    </Stack>
  );
}
