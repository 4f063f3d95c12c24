import { Button, Group, Image, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconBrush } from '@tabler/icons-react';
import { formatBytes } from '../../kit/format.js';
import { DownloadLink } from '../workbench/download-link.js';
import { useObjectUrl } from '../workbench/use-object-url.js';
import { type MadePicture } from './made-picture.js';

export interface PictureGalleryProps {
  prompt: string;
  pictures: readonly MadePicture[];
  onChangeIt: (picture: File) => void;
}

export function PictureGallery({ prompt, pictures, onChangeIt }: PictureGalleryProps) {
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {pictures.length === 1 ? 'Picture' : `${pictures.length} pictures`}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: pictures.length === 1 ? 1 : 2 }}>
        {pictures.map((picture) => (
          <PictureCard key={picture.file.name} prompt={prompt} picture={picture} onChangeIt={onChangeIt} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

interface PictureCardProps {
  prompt: string;
  picture: MadePicture;
  onChangeIt: (picture: File) => void;
}

function PictureCard({ prompt, picture: { file, revisedPrompt }, onChangeIt }: PictureCardProps) {
  const url = useObjectUrl(file);
  return (
    <Stack gap="xs">
      <Image src={url} alt={revisedPrompt ?? prompt} radius="md" w="auto" maw="100%" mah={520} />
      {revisedPrompt === undefined ? null : (
        <Text size="xs" c="dimmed">
          Understood as: {revisedPrompt}
        </Text>
      )}
      <Group gap="xs">
        <DownloadLink url={url} fileName={file.name} label={`Download ${file.name}`} />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconBrush size={14} />}
          aria-label={`Change it: ${file.name}`}
          onClick={() => onChangeIt(file)}
        >
          Change it
        </Button>
        <Text size="xs" c="dimmed">
          {formatBytes(file.size)}
        </Text>
      </Group>
    </Stack>
  );
}
