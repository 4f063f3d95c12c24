import { Button, Group, Image, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconBrush } from '@tabler/icons-react';
import { formatBytes } from '../../kit/format.js';
import { DownloadLink } from '../workbench/download-link.js';
import { useObjectUrl } from '../workbench/use-object-url.js';
import { type MadeImage } from './made-image.js';

export interface ImageGalleryProps {
  prompt: string;
  images: readonly MadeImage[];
  onChangeIt: (image: File) => void;
}

export function ImageGallery({ prompt, images, onChangeIt }: ImageGalleryProps) {
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {images.length === 1 ? 'Image' : `${images.length} images`}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: images.length === 1 ? 1 : 2 }}>
        {images.map((image) => (
          <ImageCard key={image.file.name} prompt={prompt} image={image} onChangeIt={onChangeIt} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

interface ImageCardProps {
  prompt: string;
  image: MadeImage;
  onChangeIt: (image: File) => void;
}

function ImageCard({ prompt, image: { file, revisedPrompt }, onChangeIt }: ImageCardProps) {
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
