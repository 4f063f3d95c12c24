import { Autocomplete, Button, Group, Image, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconBrush, IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { SegmentedControl } from '../../kit/segmented-control.js';
import { GrowingTextarea } from '../../kit/forms/growing-textarea.js';
import { EmptyState } from '../../kit/empty-state.js';
import { formatBytes } from '../../kit/format.js';
import { NumberField } from '../../kit/forms/number-field.js';
import { ModelPicker, useTabModel } from '../model-picker.js';
import { CallOutcome } from '../workbench/call-outcome.js';
import { DownloadLink } from '../workbench/download-link.js';
import { ImageInput } from '../workbench/image-input.js';
import { SendButton } from '../workbench/send-button.js';
import { useCall } from '../workbench/use-call.js';
import { useObjectUrl } from '../workbench/use-object-url.js';
import { Workbench } from '../workbench/workbench.js';
import {
  type ImagesResponse,
  type GeneratedImage,
  QUALITIES,
  SIZES,
  imageRequest,
  parseImages,
} from './image-call.js';
import { MaskPainter } from './mask-painter.js';

const SAMPLE = 'A lighthouse on a rocky coast at dusk, painted in soft watercolors';
const INITIAL = { prompt: SAMPLE, size: '1024x1024', quality: 'auto', count: 1 };

interface ImageGalleryProps {
  prompt: string;
  images: readonly GeneratedImage[];
  onEdit: (image: File) => void;
}

interface ImageCardProps {
  prompt: string;
  image: GeneratedImage;
  onEdit: (image: File) => void;
}

export function ImageTab() {
  const [model, setModel] = useTabModel();
  const [operation, setOperation] = useState<'create' | 'edit'>('create');
  const [image, setImage] = useState<File>();
  const [mask, setMask] = useState<File>();
  const form = useForm({ initialValues: INITIAL });
  const call = useCall(imageRequest, async (response) => parseImages(await response.json<ImagesResponse>()));
  const isEdit = operation === 'edit';
  const send = (): void => {
    if (model === undefined) return;
    call.send({ ...form.values, model, ...(isEdit ? { image, mask } : {}) });
  };
  const selectImage = (file: File | undefined): void => {
    setMask(undefined);
    setImage(file);
  };
  const isIncomplete =
    model === undefined || form.values.prompt.trim() === '' || (isEdit && image === undefined);
  return (
    <Workbench
      label={isEdit ? 'Edit an image' : 'Create an image'}
      onSubmit={send}
      fields={
        <>
          <ModelPicker capability="images" value={model} onChange={setModel} />
          <SegmentedControl
            aria-label="Operation"
            data={[
              { value: 'create', label: 'Create an image' },
              { value: 'edit', label: 'Edit an image' },
            ]}
            value={operation}
            onChange={setOperation}
          />
          {isEdit ? <SourceImageFields image={image} onImage={selectImage} onMask={setMask} /> : null}
          <GrowingTextarea label="Prompt" minRows={3} maxRows={12} {...form.getInputProps('prompt')} />
          <SimpleGrid cols={3} spacing="sm">
            <Autocomplete label="Size" data={SIZES} {...form.getInputProps('size')} />
            <Autocomplete label="Quality" data={QUALITIES} {...form.getInputProps('quality')} />
            <NumberField label="Images" min={1} max={10} maxDecimals={0} {...form.getInputProps('count')} />
          </SimpleGrid>
          <SendButton call={call} isIncomplete={isIncomplete}>
            {isEdit ? 'Edit image' : 'Create image'}
          </SendButton>
        </>
      }
    >
      <CallOutcome
        call={call}
        empty={
          <EmptyState icon={IconPhoto} title="No image yet">
            Describe the image. You can download the result or edit it further.
          </EmptyState>
        }
      >
        {({ options, output }) => (
          <ImageGallery
            prompt={options.prompt}
            images={output}
            onEdit={(file) => {
              selectImage(file);
              setOperation('edit');
            }}
          />
        )}
      </CallOutcome>
    </Workbench>
  );
}

interface SourceImageFieldsProps {
  image: File | undefined;
  onImage: (image: File | undefined) => void;
  onMask: (mask: File | undefined) => void;
}

function SourceImageFields({ image, onImage, onMask }: SourceImageFieldsProps) {
  const url = useObjectUrl(image);
  return (
    <>
      <ImageInput label="Image" value={image} onChange={onImage} isPreviewHidden />
      {url === undefined ? null : <MaskPainter key={url} imageUrl={url} onChange={onMask} />}
    </>
  );
}

function ImageGallery({ prompt, images, onEdit }: ImageGalleryProps) {
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {images.length === 1 ? 'Image' : `${images.length} images`}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: images.length === 1 ? 1 : 2 }}>
        {images.map((image) => (
          <ImageCard key={image.file.name} prompt={prompt} image={image} onEdit={onEdit} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

function ImageCard({ prompt, image: { file, revisedPrompt }, onEdit }: ImageCardProps) {
  const url = useObjectUrl(file);
  return (
    <Stack gap="xs">
      <Image
        src={url}
        alt={revisedPrompt ?? prompt}
        radius="md"
        w="auto"
        maw="100%"
        mah={520}
        fit="contain"
      />
      {revisedPrompt === undefined ? null : (
        <Text size="xs" c="dimmed">
          Revised prompt: {revisedPrompt}
        </Text>
      )}
      <Group gap="xs">
        <DownloadLink url={url} fileName={file.name} label={`Download ${file.name}`} />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconBrush size={14} />}
          aria-label={`Edit ${file.name}`}
          onClick={() => onEdit(file)}
        >
          Edit
        </Button>
        <Text size="xs" c="dimmed">
          {formatBytes(file.size)}
        </Text>
      </Group>
    </Stack>
  );
}
